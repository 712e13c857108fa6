package dev.terra.core.range;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A mutable set of byte offsets, kept as disjoint half-open ranges. Adding twice is harmless, which is what makes duplicate chunks
 * harmless. Offsets are 64-bit and at least 0. Not thread-safe: one owner.
 *
 * <p>A segment has several of these and mostly one range in each, and there may be 100,000 segments: so the bounds of all ranges are
 * one sorted array, start, end, start, end, strictly increasing since neighbours are joined. An offset is in the set if the number of
 * bounds up to it is odd.
 */
public final class ByteRanges {
  private static final long[] NONE = {};
  private static final int FIRST_BOUNDS = 4;

  private long[] bounds = NONE;
  private int count;
  private long size;

  /** A half-open range of bytes: from {@code start}, {@code end} excluded; 0 <= start < end. */
  public record ByteRange(long start, long end) {
    /** Checks the order. */
    public ByteRange {
      check(start, end);
    }

    /** Its number of bytes. */
    public long length() {
      return end - start;
    }
  }

  private static void check(long start, long end) {
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException("a byte range needs 0 <= start < end, got " + start + ".." + end);
    }
  }

  /** Adds [start, end); returns how many of these bytes were new. */
  public long add(long start, long end) {
    check(start, end);
    long added = end - start - present(start, end);
    if (added > 0) {
      replace(start, end, true);
    }
    size += added;
    return added;
  }

  /** Removes [start, end); returns how many of these bytes were present. */
  public long remove(long start, long end) {
    check(start, end);
    long removed = present(start, end);
    if (removed > 0) {
      replace(start, end, false);
    }
    size -= removed;
    return removed;
  }

  /** Makes [start, end) present or absent: the bounds in it go, and its own are bounds where what is beyond them differs. */
  private void replace(long start, long end, boolean present) {
    int from = boundsBefore(start);
    int to = boundsUpTo(end);
    boolean presentBefore = (from & 1) == 1;
    boolean presentAfter = (to & 1) == 1;
    int kept = (presentBefore == present ? 0 : 1) + (presentAfter == present ? 0 : 1);
    int tail = count - to;
    long[] target = from + kept + tail <= bounds.length ? bounds : new long[Math.max(FIRST_BOUNDS, 2 * bounds.length)];
    System.arraycopy(bounds, to, target, from + kept, tail);
    if (target != bounds) {
      System.arraycopy(bounds, 0, target, 0, from);
      bounds = target;
    }
    int at = from;
    if (presentBefore != present) {
      bounds[at++] = start;
    }
    if (presentAfter != present) {
      bounds[at] = end;
    }
    count = from + kept + tail;
  }

  /** The number of bounds that are less than an offset. */
  private int boundsBefore(long offset) {
    int found = Arrays.binarySearch(bounds, 0, count, offset);
    return found < 0 ? -found - 1 : found;
  }

  private int boundsUpTo(long offset) {
    int found = Arrays.binarySearch(bounds, 0, count, offset);
    return found < 0 ? -found - 1 : found + 1;
  }

  /** The index of the first range that ends behind an offset. */
  private int rangeBehind(long offset) {
    return boundsUpTo(offset) & ~1;
  }

  /** How many bytes of [start, end) are in the set. */
  public long present(long start, long end) {
    long present = 0;
    for (int i = rangeBehind(start); i < count && bounds[i] < end; i += 2) {
      present += Math.min(end, bounds[i + 1]) - Math.max(start, bounds[i]);
    }
    return present;
  }

  /** Number of bytes in the set. */
  public long size() {
    return size;
  }

  /** Whether every byte of [start, end) is in the set; an empty range always is. */
  public boolean containsAll(long start, long end) {
    return start == end || contiguousEnd(start) >= end;
  }

  /** The end of the unbroken run of present bytes that begins at an offset; the offset itself where that byte is missing. */
  public long contiguousEnd(long offset) {
    int range = rangeBehind(offset);
    return range < count && bounds[range] <= offset ? bounds[range + 1] : offset;
  }

  /** The first run of present bytes in [start, end). */
  public Optional<ByteRange> first(long start, long end) {
    int range = rangeBehind(start);
    return start < end && range < count && bounds[range] < end
        ? Optional.of(new ByteRange(Math.max(start, bounds[range]), Math.min(end, bounds[range + 1])))
        : Optional.empty();
  }

  /** The present ranges, in order. */
  public List<ByteRange> asList() {
    List<ByteRange> list = new ArrayList<>(count / 2);
    for (int i = 0; i < count; i += 2) {
      list.add(new ByteRange(bounds[i], bounds[i + 1]));
    }
    return list;
  }

  /** The ranges of [start, end) that are not in the set, in order. */
  public List<ByteRange> missing(long start, long end) {
    List<ByteRange> list = new ArrayList<>(1);
    long from = start;
    for (int i = rangeBehind(start); i < count && bounds[i] < end; i += 2) {
      if (bounds[i] > from) {
        list.add(new ByteRange(from, bounds[i]));
      }
      from = bounds[i + 1];
    }
    if (from < end) {
      list.add(new ByteRange(from, end));
    }
    return list;
  }

  @Override
  public String toString() {
    return asList().toString();
  }
}
