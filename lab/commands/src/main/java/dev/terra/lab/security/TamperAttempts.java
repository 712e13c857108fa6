package dev.terra.lab.security;

import com.google.common.primitives.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * Attempts of C on the tunnel from A to B that it relays, while an honest reader reads: it searches the bytes, and
 * changes some that it forwards. The reader receives what A has, whatever C does.
 */
final class TamperAttempts {
  private static final String PORT = "pipe from A through C to B";
  /** More bytes than a probe or an acknowledgement has: a longer piece is part of a chunk. */
  private static final int CHUNK_BYTES = 2_000;
  /** The bytes that C relays and searches. */
  private static final int CAPTURED_BYTES = 10_000_000;
  /** The partitions that are read at a time while C searches: several paths carry them, one of them through C. */
  private static final int CAPTURED_PARTITIONS = 10;
  /** The pieces that are changed in each reading. Each change ends the tunnel. */
  private static final int SPOILT = 2;
  private static final int READS = 4;
  private static final int CAPTURES = 6;

  private final SecurityBed bed;
  private int partition = 46;

  TamperAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "read: a word of ten megabytes of text that A sends", this::look),
        new Attempt(PORT, "alter: a bit", () -> spoil(TamperAttempts::flipped)),
        new Attempt(PORT, "truncate: the end of a piece", () -> spoil(bytes -> Arrays.copyOf(bytes, bytes.length - 100))),
        new Attempt(PORT, "reorder: the halves of a piece", () -> spoil(TamperAttempts::turned)),
        new Attempt(PORT, "repeat: a piece", () -> spoil(bytes -> Bytes.concat(bytes, bytes))));
  }

  private static byte[] flipped(byte[] bytes) {
    bytes[bytes.length / 2] ^= 1;
    return bytes;
  }

  private static byte[] turned(byte[] bytes) {
    Collections.rotate(Bytes.asList(bytes), bytes.length / 2);
    return bytes;
  }

  private TrialOutcome look() throws IOException {
    ByteArrayOutputStream captured = new ByteArrayOutputStream(CAPTURED_BYTES);
    bed.relayed().through(bytes -> {
      captured.writeBytes(bytes);
      return bytes;
    });
    TrialOutcome read = TrialOutcome.refused("nothing read");
    for (int i = 0; i < CAPTURES && captured.size() < CAPTURED_BYTES && read.refused(); i++) {
      read = read(i * CAPTURED_PARTITIONS, CAPTURED_PARTITIONS);
    }
    bed.relayed().through(UnaryOperator.identity());
    long words = BedOutput.wordsIn(captured.toByteArray());
    if (captured.size() < CAPTURED_BYTES) {
      return TrialOutcome.served("untried: " + captured.size() + " bytes went through C");
    }
    return words > 0 ? TrialOutcome.served(words + " of the words") : !read.refused() ? read
        : TrialOutcome.refused("none of its words in " + captured.size() + " bytes");
  }

  private TrialOutcome spoil(UnaryOperator<byte[]> change) throws IOException {
    AtomicLong spoilt = new AtomicLong();
    bed.relayed().through(bytes -> bytes.length > CHUNK_BYTES && spoilt.getAndIncrement() < SPOILT ? change.apply(bytes) : bytes);
    TrialOutcome read = TrialOutcome.refused("nothing read");
    for (int i = 0; i < READS && spoilt.get() == 0 && read.refused(); i++) {
      read = read(partition++ % BedNode.PARTITIONS, 1);
    }
    bed.relayed().through(UnaryOperator.identity());
    return spoilt.get() == 0 ? TrialOutcome.served("untried: no piece went through C") : read;
  }

  private TrialOutcome read(int first, int count) throws IOException {
    HonestReader.Reading reading = new HonestReader(bed).read(first, count);
    return reading.holds() ? TrialOutcome.refused("the reader has what A sent")
        : TrialOutcome.served(reading.bytes() + " bytes, not all of them A's");
  }
}
