package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.config.ConfigException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is drained or restored: a link, a site or an agent. */
final class DrainTarget {
  /** What a target can be. */
  enum Kind {
    LINK,
    SITE,
    AGENT
  }

  @Parameters(index = "0", paramLabel = "link|site|agent", description = "what it is")
  private Kind kind;

  @Parameters(index = "1", paramLabel = "TARGET", description = "A->B or A-B of a link, a site, SITE/NAME of one of several agents")
  private String target;

  @Option(names = "--one-direction", description = "of a link, only the direction given; else both")
  private boolean oneDirection;

  /** What it is. */
  Kind kind() {
    return kind;
  }

  /** The site, of what is none. */
  String site() {
    return member().isPresent() ? target.substring(0, target.indexOf('/')) : target;
  }

  /** Which of the agents that share a site it is; empty: all, or no agent. */
  Optional<String> member() {
    int slash = kind == Kind.AGENT ? target.indexOf('/') : -1;
    return slash < 0 ? Optional.empty() : Optional.of(target.substring(slash + 1));
  }

  /** Whether a tunnel's path, as its sites, uses it: goes through the site, or over the link. */
  boolean isUsedBy(List<String> path) {
    if (kind != Kind.LINK) {
      return path.subList(1, path.size() - 1).contains(target);
    }
    List<String> ends = ends();
    return Collections.indexOfSubList(path, ends) >= 0
        || (!oneDirection && Collections.indexOfSubList(path, List.of(ends.get(1), ends.get(0))) >= 0);
  }

  private List<String> ends() {
    String[] ends = target.split("->|-", 2);
    if (ends.length != 2 || ends[0].isEmpty() || ends[1].isEmpty()) {
      throw new ConfigException("expected a link as A->B or A-B, got '" + target + "'");
    }
    return List.of(ends);
  }

  /** The path of an action on it; notes in the body what else there is to say. */
  String path(String action, ObjectNode body) {
    if (kind != Kind.LINK) {
      String name = RestClient.escape(site()) + member().map(agent -> "/" + RestClient.escape(agent)).orElse("");
      return (kind == Kind.SITE ? "/sites/" : "/agents/") + name + "/" + action;
    }
    List<String> ends = ends();
    body.put("bothDirections", !oneDirection);
    return "/links/" + RestClient.escape(ends.get(0)) + "/" + RestClient.escape(ends.get(1)) + "/" + action;
  }
}
