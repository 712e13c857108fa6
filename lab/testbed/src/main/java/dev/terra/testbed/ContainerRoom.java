package dev.terra.testbed;

/**
 * What containers find on a testbed's nodes.
 *
 * @param nodeMegabytes memory that each NodeManager offers to containers
 * @param placement where reducers run
 */
public record ContainerRoom(int nodeMegabytes, ReducerSpread placement) {
  /** Two jobs at once with four maps and two reducers each, and both application masters. */
  public static final int DEFAULT_NODE_MEGABYTES = 6144;
  /** What fits two jobs, whose reducers are spread evenly. */
  public static final ContainerRoom USUAL = ofMegabytes(DEFAULT_NODE_MEGABYTES);

  /** Reducers are spread evenly. */
  public static ContainerRoom ofMegabytes(int nodeMegabytes) {
    return new ContainerRoom(nodeMegabytes, ReducerSpread.BALANCED);
  }
}
