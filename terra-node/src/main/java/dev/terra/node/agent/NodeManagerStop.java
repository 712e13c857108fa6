package dev.terra.node.agent;

import java.util.Arrays;

/**
 * Whether the NodeManager around a handler stops. One that stops for good, as after a decommission, first ends its applications at its
 * auxiliary services, in the same words as when they are over, and no interface tells the two apart: all that happens within its own
 * {@code serviceStop}, which is therefore looked for among the running methods.
 */
public final class NodeManagerStop {
  private static final String CLASS = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
  private static final String METHOD = "serviceStop";

  private NodeManagerStop() {}

  /** Whether a thread of this process is stopping a NodeManager. */
  public static boolean isUnderWay() {
    return Thread.getAllStackTraces().values().stream().flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getMethodName().equals(METHOD) && frame.getClassName().equals(CLASS));
  }
}
