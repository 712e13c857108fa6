package dev.terra.testbed;

/**
 * A request for the programs on a testbed's hosts.
 *
 * @param wanted whether HDFS and YARN run; otherwise at most Terra does
 * @param shuffle the NodeManagers' shuffle handler
 * @param room of containers on the nodes
 * @param protection of the cluster
 */
public record YarnRequest(boolean wanted, ShuffleMode shuffle, ContainerRoom room, Protection protection) {
  /** No programs. */
  public static final YarnRequest NONE = new YarnRequest(false, ShuffleMode.STOCK, ContainerRoom.USUAL, Protection.NONE);

  /** Makes a request for a cluster without protection. */
  public YarnRequest(boolean wanted, ShuffleMode shuffle, ContainerRoom room) {
    this(wanted, shuffle, room, Protection.NONE);
  }
}
