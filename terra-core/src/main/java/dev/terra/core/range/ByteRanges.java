package dev.terra.core.range;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A mutable set of byte offsets, kept as disjoint half-open ranges. Adding a range twice has no effect, so that duplicate chunks are
 * harmless. Offsets are 64-bit and at least 0. The set is not thread-safe: it has one owner.
 *
 * <p>A segment has several sets with mostly one range in each, and there may be 100,000 segments. To save memory, the bounds of all ranges
 * are one sorted array: start, end, start, end. It is strictly increasing, since neighbouring ranges are joined. An offset is in the set if
 * the number of bounds up to it is odd.
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

    /** Returns the number of bytes in the range. */
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

  /**
   * Makes [start, end) present or absent. The bounds within it are removed; {@code start} and {@code end} become bounds if the bytes beyond
   * them differ.
   */
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

  /** Returns the number of bounds that are less than an offset. */
  private int boundsBefore(long offset) {
    int found = Arrays.binarySearch(bounds, 0, count, offset);
    return found < 0 ? -found - 1 : found;
  }

  private int boundsUpTo(long offset) {
    int found = Arrays.binarySearch(bounds, 0, count, offset);
    return found < 0 ? -found - 1 : found + 1;
  }

  /** Returns the index of the first range that ends after an offset. */
  private int rangeBehind(long offset) {
    return boundsUpTo(offset) & ~1;
  }

  /** Returns how many bytes of [start, end) are in the set. */
  public long present(long start, long end) {
    long present = 0;
    for (int i = rangeBehind(start); i < count && bounds[i] < end; i += 2) {
      present += Math.min(end, bounds[i + 1]) - Math.max(start, bounds[i]);
    }
    return present;
  }

  /** Returns the number of bytes in the set. */
  public long size() {
    return size;
  }

  /** Returns whether every byte of [start, end) is in the set; true for an empty range. */
  public boolean containsAll(long start, long end) {
    return start == end || contiguousEnd(start) >= end;
  }

  /** Returns the end of the contiguous run of present bytes that begins at an offset; the offset itself if that byte is missing. */
  public long contiguousEnd(long offset) {
    int range = rangeBehind(offset);
    return range < count && bounds[range] <= offset ? bounds[range + 1] : offset;
  }

  /** Returns the first run of present bytes in [start, end), if there is one. */
  public Optional<ByteRange> first(long start, long end) {
    int range = rangeBehind(start);
    return start < end && range < count && bounds[range] < end
        ? Optional.of(new ByteRange(Math.max(start, bounds[range]), Math.min(end, bounds[range + 1])))
        : Optional.empty();
  }

  /** Returns the ranges of the set, in order. */
  public List<ByteRange> asList() {
    List<ByteRange> list = new ArrayList<>(count / 2);
    for (int i = 0; i < count; i += 2) {
      list.add(new ByteRange(bounds[i], bounds[i + 1]));
    }
    return list;
  }

  /** Returns the ranges of [start, end) that are not in the set, in order. */
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
