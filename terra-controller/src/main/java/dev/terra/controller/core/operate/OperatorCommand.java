package dev.terra.controller.core.operate;

import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkChoice;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Locale;
import java.util.OptionalInt;

/** What an operator wants a running controller to do. */
public sealed interface OperatorCommand {
  /** Its name in answers and logs, such as {@code drain-link}. */
  String kind();

  /** What it is about, in words. */
  String target();

  /** Takes a link out of use, or back in; its tunnels stay. */
  record DrainLink(LinkId link, boolean bothDirections, boolean drained) implements OperatorCommand {
    @Override
    public String kind() {
      return drained ? "drain-link" : "restore-link";
    }

    @Override
    public String target() {
      return new LinkChoice(link, bothDirections).toString();
    }
  }

  /** Has nothing relayed through a site, or again. What begins or ends there goes on. */
  record DrainSite(SiteId site, boolean drained) implements OperatorCommand {
    @Override
    public String kind() {
      return drained ? "drain-site" : "restore-site";
    }

    @Override
    public String target() {
      return site.name();
    }
  }

  /** Has nothing planned from, to or through a site's agents, or again. */
  record DrainAgent(SiteId site, boolean drained) implements OperatorCommand {
    @Override
    public String kind() {
      return drained ? "drain-agent" : "restore-agent";
    }

    @Override
    public String target() {
      return site.name();
    }
  }

  /** Has the others of its site carry what an agent does, or lets it have its part again. */
  record DrainOneAgent(AgentId agent, boolean drained) implements OperatorCommand {
    @Override
    public String kind() {
      return drained ? "drain-agent" : "restore-agent";
    }

    @Override
    public String target() {
      return agent.toString();
    }
  }

  /** Forbids a path, or allows it again: the path set of its ends is computed anew. */
  record AllowPath(Path path, boolean allowed) implements OperatorCommand {
    @Override
    public String kind() {
      return allowed ? "allow-path" : "forbid-path";
    }

    @Override
    public String target() {
      return path.toString();
    }
  }

  /** Sets how many paths there are between two sites; empty: as configured. */
  record PathsPerPair(OptionalInt count) implements OperatorCommand {
    @Override
    public String kind() {
      return "paths-per-pair";
    }

    @Override
    public String target() {
      return "paths per pair";
    }
  }

  /** Says on which terms something is served; {@link PartialTerms#NONE} takes back what was said. */
  record SetTerms(Scope scope, String name, PartialTerms terms) implements OperatorCommand {
    /** What terms may be said of. */
    public enum Scope {
      SHUFFLE,
      JOB,
      QUEUE
    }

    @Override
    public String kind() {
      return scope.name().toLowerCase(Locale.ROOT) + "-terms";
    }

    @Override
    public String target() {
      return name;
    }
  }

  /** Has Terra carry nothing more of a job's submitted shuffles: they fail. */
  record CancelJob(String job) implements OperatorCommand {
    @Override
    public String kind() {
      return "cancel-job";
    }

    @Override
    public String target() {
      return job;
    }
  }

  /** Has Terra carry nothing more of a shuffle: a submitted one fails, the readers of a job's fetch directly. */
  record CancelShuffle(ShuffleId shuffle) implements OperatorCommand {
    @Override
    public String kind() {
      return "cancel-shuffle";
    }

    @Override
    public String target() {
      return shuffle.value();
    }
  }
}
