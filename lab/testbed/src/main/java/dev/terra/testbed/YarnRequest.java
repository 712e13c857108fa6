package dev.terra.testbed;

/**
 * What runs on a testbed's hosts.
 *
 * @param wanted whether HDFS and YARN shall run; else at most Terra does
 * @param shuffle the NodeManagers' shuffle handler
 * @param nodeMegabytes memory that each NodeManager offers to containers
 * @param protection against whom the cluster is protected
 */
public record YarnRequest(boolean wanted, ShuffleMode shuffle, int nodeMegabytes, Protection protection) {
  /** Two jobs at once with four maps and two reducers each, and both application masters. */
  public static final int DEFAULT_NODE_MEGABYTES = 6144;
  /** Nothing. */
  public static final YarnRequest NONE = new YarnRequest(false, ShuffleMode.STOCK, DEFAULT_NODE_MEGABYTES, Protection.NONE);

  /** Not protected. */
  public YarnRequest(boolean wanted, ShuffleMode shuffle, int nodeMegabytes) {
    this(wanted, shuffle, nodeMegabytes, Protection.NONE);
  }
}
