package dev.terra.node.output;

/** Where each reducer's part lies in one map output, in bytes. Immutable. */
public final class MapOutputIndex {
  private final long[] offsets;
  private final long[] partLengths;
  private final long[] rawLengths;
  private final int partitions;

  /** Takes over three arrays of one length, an element for each reducer; lengths and offsets are not negative. */
  public MapOutputIndex(long[] offsets, long[] partLengths, long[] rawLengths) {
    this.offsets = notNegative(offsets, offsets.length);
    this.partLengths = notNegative(partLengths, offsets.length);
    this.rawLengths = notNegative(rawLengths, offsets.length);
    this.partitions = offsets.length;
  }

  private MapOutputIndex(long[] bounds) {
    this.offsets = bounds;
    this.partLengths = new long[0];
    this.rawLengths = partLengths;
    this.partitions = bounds.length - 1;
  }

  /**
   * The index of parts that follow one another without gaps, of whose lengths after decompression nothing is known: 8 bytes a part. Takes
   * over the array.
   *
   * @param bounds where each part begins, and where the last one ends: not negative, and not falling
   */
  public static MapOutputIndex ofBounds(long... bounds) {
    if (bounds.length == 0 || bounds[0] < 0) {
      throw new IllegalArgumentException("expected bounds from 0 on, got " + bounds.length + " of them");
    }
    for (int i = 1; i < bounds.length; i++) {
      if (bounds[i] < bounds[i - 1]) {
        throw new IllegalArgumentException("negative length in the index at reducer " + (i - 1));
      }
    }
    return new MapOutputIndex(bounds);
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
    return partitions;
  }

  /** Where a reducer's part begins in the data file. */
  public long offset(int reduce) {
    return offsets[reduce];
  }

  /** Where a reducer's part ends in the data file. */
  public long end(int reduce) {
    return offsets[reduce] + partLength(reduce);
  }

  /** A part's bytes on the wire. */
  public long partLength(int reduce) {
    return partLengths.length == partitions ? partLengths[reduce] : offsets[reduce + 1] - offsets[reduce];
  }

  /** Whether anything is known of parts' lengths after decompression. */
  public boolean knowsRawLengths() {
    return rawLengths.length == partitions;
  }

  /** A part's bytes after decompression; where that is not known, its bytes on the wire. */
  public long rawLength(int reduce) {
    return knowsRawLengths() ? rawLengths[reduce] : partLength(reduce);
  }
}
