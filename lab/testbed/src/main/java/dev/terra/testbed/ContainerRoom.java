package dev.terra.testbed;

/**
 * The room of containers on a testbed's nodes.
 *
 * @param nodeMegabytes memory that each NodeManager offers to containers
 * @param placement where reducers run
 */
public record ContainerRoom(int nodeMegabytes, ReducerSpread placement) {
  /** The memory for two jobs at once with four maps and two reducers each, and for both application masters. */
  public static final int DEFAULT_NODE_MEGABYTES = 6144;
  /** The room for two jobs whose reducers are spread evenly. */
  public static final ContainerRoom USUAL = ofMegabytes(DEFAULT_NODE_MEGABYTES);

  /** Returns a room in which reducers are spread evenly. */
  public static ContainerRoom ofMegabytes(int nodeMegabytes) {
    return new ContainerRoom(nodeMegabytes, ReducerSpread.BALANCED);
  }
}
