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

/** A command of an operator to a running controller. */
public sealed interface OperatorCommand {
  /** The name of the command in answers and logs, such as {@code drain-link}. */
  String kind();

  /** The object of the command, in words. */
  String target();

  /** Takes a link out of use, or back into use. Its tunnels stay. */
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

  /** Stops relaying through a site, or allows it again. What begins or ends there continues. */
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

  /** Stops planning anything from, to or through a site's agents, or allows it again. */
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

  /** Moves the work of an agent to the other agents of its site, or gives it its part again. */
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

  /** Forbids a path, or allows it again. The path set between its ends is computed again. */
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

  /** Sets how many paths there are between two sites. If the count is empty, the configured number applies. */
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

  /** Sets the terms on which a shuffle, a job or a queue is served. {@link PartialTerms#NONE} removes the terms that were set. */
  record SetTerms(Scope scope, String name, PartialTerms terms) implements OperatorCommand {
    /** What the terms apply to. */
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

  /** Stops Terra from carrying anything more of a job's submitted shuffles. They fail. */
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

  /** Stops Terra from carrying anything more of a shuffle. A submitted shuffle fails. The readers of a job's shuffle fetch directly. */
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
