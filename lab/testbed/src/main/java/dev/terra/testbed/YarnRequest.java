package dev.terra.testbed;

/**
 * What runs on a testbed's hosts.
 *
 * @param wanted whether HDFS and YARN shall run; else at most Terra does
 * @param shuffle the NodeManagers' shuffle handler
 * @param room what containers find on the nodes
 * @param protection against whom the cluster is protected
 */
public record YarnRequest(boolean wanted, ShuffleMode shuffle, ContainerRoom room, Protection protection) {
  /** Nothing. */
  public static final YarnRequest NONE = new YarnRequest(false, ShuffleMode.STOCK, ContainerRoom.USUAL, Protection.NONE);

  /** Not protected. */
  public YarnRequest(boolean wanted, ShuffleMode shuffle, ContainerRoom room) {
    this(wanted, shuffle, room, Protection.NONE);
  }
}
