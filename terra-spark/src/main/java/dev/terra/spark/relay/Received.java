package dev.terra.spark.relay;

import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentLength;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/** What has come of the segments of a fetch, one after the other: so another agent knows where to go on. On its owner's thread. */
final class Received {
  /** How the news of bytes that have changed on their way begins. */
  static final String CORRUPT = "CORRUPT BYTES";

  private List<Long> lengths = List.of();
  private final List<Long> bytes = new ArrayList<>();
  private final List<CRC32C> checksums = new ArrayList<>();
  private Optional<ByteBuffer> held = Optional.empty();
  private boolean checked;
  private int current;
  private int checksum;
  private int checksumBytes;

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
        checksums.add(new CRC32C());
      });
    }
    held = Optional.empty();
    checked = head.getChecksums();
    current = 0;
    checksumBytes = 0;
    return "";
  }

  /**
   * Takes what has come, which may end anywhere, and passes it on. The last bytes of a segment are kept back until its checksum has come,
   * where the agent sends it, and is right.
   *
   * @return what is wrong with it; empty if nothing is
   */
  String add(ByteBuffer piece, Consumer<ByteBuffer> out) {
    while (current < lengths.size()) {
      long missing = lengths.get(current) - bytes.get(current);
      if (missing > 0 && held.isEmpty()) {
        if (!piece.hasRemaining()) {
          return "";
        }
        take(missing, piece, out);
      } else if (checked && !readChecksum(piece)) {
        return "";
      } else if (!finish(out)) {
        return CORRUPT + ": segment " + current + " of the agent's answer is not what its origin has read";
      }
    }
    return piece.hasRemaining() ? "the agent sent more than it said" : "";
  }

  private void take(long missing, ByteBuffer piece, Consumer<ByteBuffer> out) {
    int length = (int) Math.min(missing, piece.remaining());
    ByteBuffer part = piece.slice(piece.position(), length);
    piece.position(piece.position() + length);
    if (checked && length == missing) {
      held = Optional.of(part);
    } else {
      note(part);
      out.accept(part);
    }
  }

  private void note(ByteBuffer part) {
    checksums.get(current).update(part.duplicate());
    bytes.set(current, bytes.get(current) + part.remaining());
  }

  /** Whether the checksum is whole. */
  private boolean readChecksum(ByteBuffer piece) {
    while (checksumBytes < Integer.BYTES && piece.hasRemaining()) {
      checksum = checksum << Byte.SIZE | Byte.toUnsignedInt(piece.get());
      checksumBytes++;
    }
    return checksumBytes == Integer.BYTES;
  }

  private boolean finish(Consumer<ByteBuffer> out) {
    held.ifPresent(this::note);
    if (checked && (int) checksums.get(current).getValue() != checksum) {
      return false;
    }
    held.ifPresent(out);
    held = Optional.empty();
    checksumBytes = 0;
    current++;
    return true;
  }

  /**
   * Nothing more comes of an answer.
   *
   * @return what is missing; empty if nothing is
   */
  String end() {
    String problem = begun() ? add(ByteBuffer.allocate(0), none -> { }) : "the agent's answer has no lengths";
    return problem.isEmpty() && current < lengths.size()
        ? "the agent's answer ends in segment " + (current + 1) + " of " + lengths.size() + ", of which " + bytes.get(current) + " of "
            + lengths.get(current) + " bytes have come" : problem;
  }

  /** How many bytes of each segment have come; none before the lengths. */
  List<Long> bytes() {
    return bytes;
  }

  /** The CRC32C of each of these. */
  List<Integer> checksums() {
    return checksums.stream().map(crc -> (int) crc.getValue()).toList();
  }
}
