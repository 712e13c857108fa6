package dev.terra.testbed;

/**
 * What runs on a testbed's hosts.
 *
 * @param wanted whether HDFS and YARN shall run; else at most Terra does
 * @param shuffle the NodeManagers' shuffle handler
 * @param nodeMegabytes memory that each NodeManager offers to containers
 * @param encryptedShuffle whether the shuffle uses HTTPS, with keys made for this testbed
 */
public record YarnRequest(boolean wanted, ShuffleMode shuffle, int nodeMegabytes, boolean encryptedShuffle) {
  /** Two jobs at once with four maps and two reducers each, and both application masters. */
  public static final int DEFAULT_NODE_MEGABYTES = 6144;
  /** Nothing. */
  public static final YarnRequest NONE = new YarnRequest(false, ShuffleMode.STOCK, DEFAULT_NODE_MEGABYTES, false);

  /** With a shuffle that is not encrypted. */
  public YarnRequest(boolean wanted, ShuffleMode shuffle, int nodeMegabytes) {
    this(wanted, shuffle, nodeMegabytes, false);
  }
}
