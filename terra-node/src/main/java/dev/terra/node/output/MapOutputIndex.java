package dev.terra.node.output;

/** Where each reducer's part lies in one map output, in bytes. Immutable. */
public final class MapOutputIndex {
  private final long[] offsets;
  private final long[] partLengths;
  private final long[] rawLengths;

  /** Takes over three arrays of one length, an element for each reducer; lengths and offsets are not negative. */
  public MapOutputIndex(long[] offsets, long[] partLengths, long[] rawLengths) {
    this.offsets = notNegative(offsets, offsets.length);
    this.partLengths = notNegative(partLengths, offsets.length);
    this.rawLengths = notNegative(rawLengths, offsets.length);
  }

  private static long[] notNegative(long[] values, int expected) {
    if (values.length != expected) {
      throw new IllegalArgumentException("expected " + expected + " values, got " + values.length);
    }
    for (int reduce = 0; reduce < values.length; reduce++) {
      if (values[reduce] < 0) {
        throw new IllegalArgumentException("negative length in the index at reducer " + reduce);
      }
    }
    return values;
  }

  /** The number of reducers. */
  public int partitions() {
    return offsets.length;
  }

  /** Where a reducer's part begins in the data file. */
  public long offset(int reduce) {
    return offsets[reduce];
  }

  /** A part's bytes on the wire. */
  public long partLength(int reduce) {
    return partLengths[reduce];
  }

  /** A part's bytes after decompression. */
  public long rawLength(int reduce) {
    return rawLengths[reduce];
  }
}
