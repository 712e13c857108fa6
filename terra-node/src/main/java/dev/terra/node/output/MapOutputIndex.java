package dev.terra.node.output;

/** The index of one map output: the offset and length of each reducer's part, in bytes. Immutable. */
public final class MapOutputIndex {
  private final long[] offsets;
  private final long[] partLengths;
  private final long[] rawLengths;
  private final int partitions;

  /** Takes ownership of three arrays of one length, with an element for each reducer; lengths and offsets are not negative. */
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
   * Returns the index of consecutive parts without gaps, whose lengths after decompression are not known. It takes 8 bytes a part, and
   * takes ownership of the array.
   *
   * @param bounds the offsets at which the parts begin, and the one at which the last part ends: not negative, and not falling
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

  /** Returns the number of reducers. */
  public int partitions() {
    return partitions;
  }

  /** Returns the offset in the data file at which a reducer's part begins. */
  public long offset(int reduce) {
    return offsets[reduce];
  }

  /** Returns the offset in the data file at which a reducer's part ends. */
  public long end(int reduce) {
    return offsets[reduce] + partLength(reduce);
  }

  /** Returns the bytes of a part on the wire. */
  public long partLength(int reduce) {
    return partLengths.length == partitions ? partLengths[reduce] : offsets[reduce + 1] - offsets[reduce];
  }

  /** Returns whether the parts' lengths after decompression are known. */
  public boolean knowsRawLengths() {
    return rawLengths.length == partitions;
  }

  /** Returns the bytes of a part after decompression; if they are not known, its bytes on the wire. */
  public long rawLength(int reduce) {
    return knowsRawLengths() ? rawLengths[reduce] : partLength(reduce);
  }
}
