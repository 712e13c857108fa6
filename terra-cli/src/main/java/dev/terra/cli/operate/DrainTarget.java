package dev.terra.cli.operate;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.WanNotation;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** The target of a drain or a restoration: a link, a site or an agent. */
final class DrainTarget {
  /** The kinds of targets. */
  enum Kind {
    LINK,
    SITE,
    AGENT
  }

  @Parameters(index = "0", paramLabel = "link|site|agent", description = "the kind of the target")
  private Kind kind;

  @Parameters(index = "1", paramLabel = "TARGET",
      description = "of a link: A:B for one direction, A::B for both; of a site or an agent: the site's id; of one of several agents "
          + "that share a site: SITE/NAME")
  private String target;

  /** Returns the kind of the target. */
  Kind kind() {
    return kind;
  }

  /** Returns the site, for a target that is not a link. */
  String site() {
    return member().isPresent() ? target.substring(0, target.indexOf('/')) : target;
  }

  /** Returns which of the agents that share a site is meant; empty for all agents, or if the target is no agent. */
  Optional<String> member() {
    int slash = kind == Kind.AGENT ? target.indexOf('/') : -1;
    return slash < 0 ? Optional.empty() : Optional.of(target.substring(slash + 1));
  }

  /**
   * Returns whether a tunnel's path uses the target: whether it goes through the site, or over the link.
   *
   * @param drained what the controller has drained according to its answer; a link is in the notation of links
   */
  boolean isUsedBy(Path path, String drained) {
    if (kind != Kind.LINK) {
      return path.sites().subList(1, path.sites().size() - 1).contains(new SiteId(drained));
    }
    return WanNotation.link(drained, List::of).links().stream().anyMatch(path.links()::contains);
  }

  /** Returns the path of a request for an action on the target. */
  String path(String action) {
    String name = RestClient.escape(kind == Kind.LINK ? target : site()) + member().map(agent -> "/" + RestClient.escape(agent)).orElse("");
    String things = switch (kind) {
      case LINK -> "/links/";
      case SITE -> "/sites/";
      case AGENT -> "/agents/";
    };
    return things + name + "/" + action;
  }
}
