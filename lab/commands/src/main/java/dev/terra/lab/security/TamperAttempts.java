package dev.terra.lab.security;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/**
 * What C does to the tunnel from A to B that it passes on, while an honest reader reads: it looks, and it changes some of what it sends on.
 * The reader gets what A has, whatever C does.
 */
final class TamperAttempts {
  private static final String PORT = "pipe from A through C to B";
  /** Of what A has, so many bytes in a row: they are all zero, and there is nothing else like them. */
  private static final byte[] WORD = new byte[64];
  /** A piece of a chunk, and no probe or acknowledgement. */
  private static final int CHUNK_BYTES = 2_000;
  /** Enough of the tunnel's bytes went by that a word would have been among them. */
  private static final long LEAST_BYTES = 100_000;
  /** So many pieces are spoilt for each reading: each ends the tunnel. */
  private static final int SPOILT = 2;
  private static final int READS = 4;

  private final SecurityBed bed;
  private int partition = 46;

  TamperAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** All of them. */
  List<Attempt> all() {
    return List.of(
        new Attempt(PORT, "read: a word of what A sends", this::look),
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
    AtomicInteger words = new AtomicInteger();
    bed.relayed().through(bytes -> {
      words.addAndGet(Bytes.indexOf(bytes, WORD) >= 0 ? 1 : 0);
      return bytes;
    });
    long before = bed.relayed().carried();
    TrialOutcome read = TrialOutcome.refused("nothing read");
    for (int i = 0; i < READS && bed.relayed().carried() - before < LEAST_BYTES; i++) {
      read = read();
    }
    bed.relayed().through(UnaryOperator.identity());
    long seen = bed.relayed().carried() - before;
    if (seen < LEAST_BYTES) {
      return TrialOutcome.served("untried: " + seen + " bytes went through C");
    }
    return words.get() > 0 ? TrialOutcome.served(words + " pieces with words") : !read.refused() ? read
        : TrialOutcome.refused("none in " + seen + " bytes");
  }

  private TrialOutcome spoil(UnaryOperator<byte[]> change) throws IOException {
    AtomicLong spoilt = new AtomicLong();
    bed.relayed().through(bytes -> bytes.length > CHUNK_BYTES && spoilt.getAndIncrement() < SPOILT ? change.apply(bytes) : bytes);
    TrialOutcome read = TrialOutcome.refused("nothing read");
    for (int i = 0; i < READS && spoilt.get() == 0 && read.refused(); i++) {
      read = read();
    }
    bed.relayed().through(UnaryOperator.identity());
    return spoilt.get() == 0 ? TrialOutcome.served("untried: no piece went through C") : read;
  }

  private TrialOutcome read() throws IOException {
    HonestReader.Reading reading = new HonestReader(bed).read(partition++ % BedNode.PARTITIONS, 1);
    return reading.bytes() == BedNode.PART_BYTES && reading.isAll((byte) 0) ? TrialOutcome.refused("the reader has what A sent")
        : TrialOutcome.served(reading.bytes() + " bytes, not all of them A's");
  }
}
