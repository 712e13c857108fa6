package dev.terra.lab.workload;

/**
 * From which sizes on engines plan in another way, at some scale factor: with these they plan as they do with their own defaults where the
 * scale factor is {@link #SHAPE_OF}. Without them small tables would all be broadcast, and next to nothing shuffled.
 */
record PlanShape(double scaleFactor) {
  /** A hundred gigabytes: the smallest scale factor for which TPC publishes results. */
  static final double SHAPE_OF = 100;
  private static final long LEAST_BROADCAST_BYTES = 1_000;
  /** Spark's and Hive's default. */
  private static final long BROADCAST_BYTES = 10_000_000;
  /** Smaller partitions would be tasks that do nothing but start. */
  private static final long LEAST_PARTITION_BYTES = 64 << 10;
  private static final long SPARK_PARTITION_BYTES = 64 << 20;

  /** Up to this size a side of a join goes to all tasks. */
  long broadcastBytes() {
    return scaled(BROADCAST_BYTES, LEAST_BROADCAST_BYTES);
  }

  /** What a reducing task should have. */
  long partitionBytes() {
    return scaled(SPARK_PARTITION_BYTES, LEAST_PARTITION_BYTES);
  }

  private long scaled(long bytes, long atLeast) {
    return Math.max(atLeast, Math.min(bytes, Math.round(bytes * scaleFactor / SHAPE_OF)));
  }
}
