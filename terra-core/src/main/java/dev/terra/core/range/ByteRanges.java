package dev.terra.core.range;

import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import java.util.List;

/**
 * A mutable set of byte offsets, kept as disjoint half-open ranges. Adding twice is harmless, which is what makes duplicate chunks
 * harmless. Offsets are 64-bit and at least 0. Not thread-safe: one owner.
 */
public final class ByteRanges {
  private final RangeSet<Long> ranges = TreeRangeSet.create();
  private long size;

  /** A half-open range of bytes: from {@code start}, {@code end} excluded; 0 <= start < end. */
  public record ByteRange(long start, long end) {
    /** Checks the order. */
    public ByteRange {
      if (start < 0 || end <= start) {
        throw new IllegalArgumentException("a byte range needs 0 <= start < end, got " + start + ".." + end);
      }
    }

    /** Its number of bytes. */
    public long length() {
      return end - start;
    }
  }

  /** Adds [start, end); returns how many of these bytes were new. */
  public long add(long start, long end) {
    ByteRange range = new ByteRange(start, end);
    long present = overlap(range.start(), range.end());
    ranges.add(Range.closedOpen(start, end));
    long added = range.length() - present;
    size += added;
    return added;
  }

  /** Removes [start, end); returns how many of these bytes were present. */
  public long remove(long start, long end) {
    ByteRange range = new ByteRange(start, end);
    long present = overlap(range.start(), range.end());
    ranges.remove(Range.closedOpen(start, end));
    size -= present;
    return present;
  }

  private long overlap(long start, long end) {
    return ranges.subRangeSet(Range.closedOpen(start, end)).asRanges().stream()
        .mapToLong(range -> range.upperEndpoint() - range.lowerEndpoint()).sum();
  }

  /** Number of bytes in the set. */
  public long size() {
    return size;
  }

  /** Whether every byte of [start, end) is in the set; an empty range always is. */
  public boolean containsAll(long start, long end) {
    return start == end || ranges.encloses(Range.closedOpen(start, end));
  }

  /** The end of the unbroken run of present bytes that begins at an offset; the offset itself where that byte is missing. */
  public long contiguousEnd(long offset) {
    Range<Long> range = ranges.rangeContaining(offset);
    return range == null ? offset : range.upperEndpoint();
  }

  /** The present ranges, in order. */
  public List<ByteRange> asList() {
    return toList(ranges);
  }

  /** The ranges of [start, end) that are not in the set, in order. */
  public List<ByteRange> missing(long start, long end) {
    return start >= end ? List.of() : toList(ranges.complement().subRangeSet(Range.closedOpen(start, end)));
  }

  private static List<ByteRange> toList(RangeSet<Long> set) {
    return set.asRanges().stream().map(range -> new ByteRange(range.lowerEndpoint(), range.upperEndpoint())).toList();
  }

  @Override
  public String toString() {
    return ranges.toString();
  }
}
