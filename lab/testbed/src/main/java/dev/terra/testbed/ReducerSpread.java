package dev.terra.testbed;

/** Where YARN runs the reducers of a testbed's jobs. */
public enum ReducerSpread {
  /**
   * One of a job at each site. A reducer is booked with more memory than a node's maps and masters together, so that the emptiest node is
   * always one without a reducer. Two reducers of a job at one site would take twice as long over its links, and comparing runs would
   * compare placements.
   */
  BALANCED("balanced", 2048),
  /** Wherever there is room: YARN's scheduler decides. */
  STOCK("stock", ReducerSpread.NEEDED_MEGABYTES),
  /** Terra's processor in the ResourceManager names places, as the controller advises. */
  TERRA("terra", ReducerSpread.NEEDED_MEGABYTES);

  /** What a reducer's JVM needs. */
  public static final int NEEDED_MEGABYTES = 512;

  private final String label;
  private final int bookedMegabytes;

  ReducerSpread(String label, int bookedMegabytes) {
    this.label = label;
    this.bookedMegabytes = bookedMegabytes;
  }

  /** As reports have it. */
  public String label() {
    return label;
  }

  /** What YARN books for a reducer. */
  public int bookedMegabytes() {
    return bookedMegabytes;
  }
}
