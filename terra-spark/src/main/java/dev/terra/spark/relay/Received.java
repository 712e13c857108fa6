package dev.terra.spark.relay;

import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** What has come of the segments of a fetch, one after the other: so another agent knows where to go on. On its owner's thread. */
final class Received {
  private List<Long> lengths = List.of();
  private final List<Long> bytes = new ArrayList<>();
  private final List<Integer> checksums = new ArrayList<>();
  private final CRC32C checksum = new CRC32C();
  private int current;

  /** Whether the lengths are known. */
  boolean begun() {
    return !lengths.isEmpty();
  }

  /** The segments' lengths. */
  long[] lengths() {
    return lengths.stream().mapToLong(Long::longValue).toArray();
  }

  /**
   * Takes the lengths, or sees whether they are those of before.
   *
   * @param count how many there are to be
   * @return what is wrong with them; empty if nothing is
   */
  String begin(FetchHead head, int count) {
    List<Long> now = head.getSegmentsList().stream().map(SegmentLength::getPartLength).toList();
    if (now.size() != count) {
      return "the agent answered with " + now.size() + " segments instead of " + count;
    }
    if (now.stream().anyMatch(length -> length < 0)) {
      return "the agent answered with a negative length";
    }
    boolean any = bytes.stream().anyMatch(taken -> taken > 0);
    if (head.getResumed() != any || (begun() && !now.equals(lengths))) {
      return "the agent does not go on where another one stopped";
    }
    if (!begun()) {
      lengths = now;
      now.forEach(length -> {
        bytes.add(0L);
        checksums.add(0);
      });
    }
    return "";
  }

  /** Notes bytes, which may end anywhere; returns whether there are no more than expected. */
  boolean add(ByteBuffer piece) {
    ByteBuffer rest = piece.duplicate();
    while (rest.hasRemaining() && current < lengths.size()) {
      long missing = lengths.get(current) - bytes.get(current);
      if (missing == 0) {
        current++;
        checksum.reset();
        continue;
      }
      int length = (int) Math.min(missing, rest.remaining());
      checksum.update(rest.slice(rest.position(), length));
      rest.position(rest.position() + length);
      bytes.set(current, bytes.get(current) + length);
      checksums.set(current, (int) checksum.getValue());
    }
    return !rest.hasRemaining();
  }

  /** How many bytes of each segment have come; none before the lengths. */
  List<Long> bytes() {
    return bytes;
  }

  /** The CRC32C of each of these. */
  List<Integer> checksums() {
    return checksums;
  }
}
