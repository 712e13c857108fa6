package dev.terra.lab.workload;

/**
 * The sizes from which engines plan in another way, at some scale factor: with these sizes they plan as they do with
 * their own defaults at the scale factor {@link #SHAPE_OF}. Without them, all small tables are broadcast, and next to
 * nothing is shuffled.
 */
record PlanShape(double scaleFactor) {
  /** A hundred gigabytes: the smallest scale factor for which TPC publishes results. */
  static final double SHAPE_OF = 100;
  private static final long LEAST_BROADCAST_BYTES = 1_000;
  /** The default of Spark and Hive. */
  private static final long BROADCAST_BYTES = 10_000_000;
  /** The least bytes of a partition. The tasks of smaller partitions do little but start. */
  private static final long LEAST_PARTITION_BYTES = 64 << 10;
  private static final long SPARK_PARTITION_BYTES = 64 << 20;

  /** Returns the size up to which a side of a join is broadcast to all tasks. */
  long broadcastBytes() {
    return scaled(BROADCAST_BYTES, LEAST_BROADCAST_BYTES);
  }

  /** Returns the bytes that a reducing task should have. */
  long partitionBytes() {
    return scaled(SPARK_PARTITION_BYTES, LEAST_PARTITION_BYTES);
  }

  private long scaled(long bytes, long atLeast) {
    return Math.max(atLeast, Math.min(bytes, Math.round(bytes * scaleFactor / SHAPE_OF)));
  }
}
