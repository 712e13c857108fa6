package dev.terra.agent.wire;

import dev.terra.core.range.ByteRanges;
import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The checksums of ranges of a segment, which are combined into that of the whole. Ranges never overlap. The class depends on no clock,
 * thread or file.
 */
public final class RangeChecksums {
  private record Part(long end, int crc) {}

  private final ByteRanges known = new ByteRanges();
  private final TreeMap<Long, Part> parts = new TreeMap<>();

  /** Returns the parts of a range that have no checksum yet. */
  public List<ByteRange> missing(long start, long end) {
    return known.missing(start, end);
  }

  /**
   * Adds the checksum of a range.
   *
   * @throws IllegalArgumentException if a byte of the range has one already
   */
  public void add(long start, long end, int crc) {
    if (known.add(start, end) != end - start) {
      throw new IllegalArgumentException("bytes " + start + ".." + end + " have a checksum already: " + known);
    }
    long from = start;
    Part part = new Part(end, crc);
    Map.Entry<Long, Part> before = parts.floorEntry(start);
    if (before != null && before.getValue().end == start) {
      from = before.getKey();
      part = new Part(end, Checksum.combine(before.getValue().crc, crc, end - start));
    }
    Part after = parts.remove(end);
    if (after != null) {
      part = new Part(after.end, Checksum.combine(part.crc, after.crc, after.end - end));
    }
    parts.put(from, part);
  }

  /** Returns the checksum of the first so many bytes, if it is known. */
  public Optional<Integer> upTo(long length) {
    if (length == 0) {
      return Optional.of(0);
    }
    return Optional.ofNullable(parts.get(0L)).filter(part -> part.end == length).map(Part::crc);
  }
}
