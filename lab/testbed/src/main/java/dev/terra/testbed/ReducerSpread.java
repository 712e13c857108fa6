package dev.terra.testbed;

/** The placement of the reducers of a testbed's jobs by YARN. */
public enum ReducerSpread {
  /**
   * One reducer of a job at each site. A reducer is booked with more memory than a node's maps and masters together, so
   * that the emptiest node is always one without a reducer. Two reducers of a job at one site take twice as long over
   * its links, and a comparison of runs then compares placements.
   */
  BALANCED("balanced", 2048),
  /** Any node with room: YARN's scheduler decides. */
  STOCK("stock", ReducerSpread.NEEDED_MEGABYTES),
  /** Terra's processor in the ResourceManager names nodes, as the controller advises. */
  TERRA("terra", ReducerSpread.NEEDED_MEGABYTES);

  /** The memory that a reducer's JVM needs. */
  public static final int NEEDED_MEGABYTES = 512;

  private final String label;
  private final int bookedMegabytes;

  ReducerSpread(String label, int bookedMegabytes) {
    this.label = label;
    this.bookedMegabytes = bookedMegabytes;
  }

  /** Returns the name in reports. */
  public String label() {
    return label;
  }

  /** Returns the memory that YARN books for a reducer. */
  public int bookedMegabytes() {
    return bookedMegabytes;
  }
}
