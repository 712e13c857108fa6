package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.config.ConfigException;
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

  @Parameters(index = "1", paramLabel = "TARGET", description = "A->B or A-B of a link, else a site")
  private String target;

  @Option(names = "--one-direction", description = "of a link, only the direction given; else both")
  private boolean oneDirection;

  /** The path of an action on it; notes in the body what else there is to say. */
  String path(String action, ObjectNode body) {
    if (kind != Kind.LINK) {
      return (kind == Kind.SITE ? "/sites/" : "/agents/") + RestClient.escape(target) + "/" + action;
    }
    String[] ends = target.split("->|-", 2);
    if (ends.length != 2 || ends[0].isEmpty() || ends[1].isEmpty()) {
      throw new ConfigException("expected a link as A->B or A-B, got '" + target + "'");
    }
    body.put("bothDirections", !oneDirection);
    return "/links/" + RestClient.escape(ends[0]) + "/" + RestClient.escape(ends[1]) + "/" + action;
  }
}
