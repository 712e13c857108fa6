package dev.terra.node.agent;

import java.util.Arrays;

/**
 * Detects that the NodeManager around a handler is stopping. A NodeManager that stops for good, for example after a decommission, first
 * ends its applications at its auxiliary services, with the same calls as when applications have finished, and no interface distinguishes
 * the two. But all of that happens within the NodeManager's own {@code serviceStop}, so this class looks for that method among the running
 * ones.
 */
public final class NodeManagerStop {
  private static final String CLASS = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String METHOD = "serviceStop";

  private NodeManagerStop() {}

  /** Returns whether a thread of this process is stopping a NodeManager. */
  public static boolean isUnderWay() {
    return Thread.getAllStackTraces().values().stream().flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getMethodName().equals(METHOD) && frame.getClassName().equals(CLASS));
  }
}
