package dev.terra.agent.send;

import com.google.common.collect.Lists;
import dev.terra.agent.pace.Pacer;
import dev.terra.core.range.ByteRanges.ByteRange;
import java.util.Optional;

/**
 * Keeps some bytes of every bundle read ahead of their sending, so that a handler's response time costs no rate. In all, it keeps no more
 * than a small part of a heap. It is used on the agent's thread only.
 */
final class ReadAhead {
  /** The time that a read takes on the wire, in seconds; reads of waiting readers take turns. */
  private static final double READ_SECONDS = 0.1;
  private static final int MIN_READ_BYTES = 64 << 10;
  private static final int MAX_READ_BYTES = 1 << 20;
  /**
   * The greatest duration of a read, in seconds. Less is read where the rate is so low that a usual read takes longer, such as at a floor
   * that many share, since the next reader waits for all of it.
   */
  private static final double MAX_READ_SECONDS = 2;
  /**
   * The greatest duration of a round over all waiting readers, in seconds. Every reader must receive a byte in this time: readers give up
   * after a minute, and tunnels are slower at times.
   */
  private static final double MAX_ROUND_SECONDS = 10;
  /** The least read, in bytes. A smaller read would consist mostly of headers. */
  private static final int FEWEST_READ_BYTES = 128;
  /**
   * What was read at a higher rate and takes longer than this at the current rate, in seconds, is put back, so that no reader waits for it
   * too long.
   */
  private static final double MAX_READY_SECONDS = 8;
  /**
   * The bytes per lane that are read and not sent yet, as seconds at the bundle's rate. They cover a handler's response time many times
   * over.
   */
  private static final double READ_AHEAD_SECONDS = 0.5;
  private static final int MAX_READ_AHEAD_BYTES = 2 << 20;
  /** The bytes of all lanes that are read and not sent yet. Beyond this, a lane holds one read at a time. */
  private static final long MAX_TOTAL_READ_AHEAD_BYTES = 32L << 20;

  private final SegmentSource source;
  private final BlockCutter cutter;
  private final Outcome outcome;
  private long totalBytes;

  /** Continues with a bundle when one of its reads has ended. */
  interface Outcome {
    /** Continues with a bundle that has bytes ready to be sent. */
    void ready(OutBundle bundle);

    /** Handles a segment of a bundle that cannot be read. */
    void unreadable(OutBundle bundle, OutSegment segment, String why);
  }

  ReadAhead(SegmentSource source, BlockCutter cutter, Outcome outcome) {
    this.source = source;
    this.cutter = cutter;
    this.outcome = outcome;
  }

  /**
   * Returns how many bytes of a bundle are read at a time. Where readers wait for each other and the bundle is slow, it is a few whole
   * chunks or a part of one.
   */
  private static int readBytes(OutBundle bundle) {
    double rate = bundle.pacing().rateOrFloorBytesPerSecond();
    double usual = clamp(rate * READ_SECONDS, MIN_READ_BYTES, MAX_READ_BYTES);
    if (!bundle.hasFloor()) {
      return (int) usual;
    }
    int chunk = Pacer.chunkBytes(rate);
    double turn = Math.max(1, Math.ceil(rate * MAX_READ_SECONDS / chunk)) * chunk;
    double share = Math.max(FEWEST_READ_BYTES, rate * MAX_ROUND_SECONDS / Math.max(1, bundle.lane(Urgency.REQUESTED).flows()));
    return (int) Math.min(usual, Math.min(turn, share));
  }

  private static double clamp(double value, double least, double most) {
    return Math.max(least, Math.min(most, value));
  }

  /** Reads for a bundle what its rates may need next. A read may end before this method returns. */
  void fill(OutBundle bundle) {
    int readBytes = readBytes(bundle);
    long limit = (long) clamp(bundle.pacing().rateBytesPerSecond() * READ_AHEAD_SECONDS, readBytes, MAX_READ_AHEAD_BYTES);
    fill(bundle, Urgency.REQUESTED, new Bounds(limit, readBytes));
    fill(bundle, Urgency.AHEAD, new Bounds(Math.min(limit, bundle.credit().left()), readBytes));
  }

  /** The number of bytes of a lane that are read ahead, and of one read. */
  private record Bounds(long bytes, int readBytes) {}

  private void fill(OutBundle bundle, Urgency urgency, Bounds bounds) {
    Lane lane = bundle.lane(urgency);
    while (lane.readAheadBytes() < bounds.bytes && (lane.readAheadBytes() == 0 || totalBytes < MAX_TOTAL_READ_AHEAD_BYTES)) {
      Optional<Lane.Work> work = lane.nextWork(bounds.readBytes);
      if (work.isEmpty()) {
        return;
      }
      totalBytes += work.get().range().length();
      read(bundle, lane, work.get());
    }
  }

  private void read(OutBundle bundle, Lane lane, Lane.Work work) {
    OutSegment segment = work.segment();
    ByteRange range = work.range();
    SegmentSource.Part part = new SegmentSource.Part(segment.key(), segment.servedAs(), range.start(), (int) range.length());
    source.read(part, new SegmentSource.Reader() {
      @Override
      public void read(SegmentSource.Bytes bytes) {
        add(lane, -range.length());
        if (bundle.dropped()) {
          bytes.data().release();
        } else {
          take(bundle, segment, range, bytes);
        }
      }

      @Override
      public void failed(String why) {
        add(lane, -range.length());
        if (!bundle.dropped()) {
          segment.giveBack(range.start(), range.end());
          outcome.unreadable(bundle, segment, why);
        }
      }
    });
  }

  private void take(OutBundle bundle, OutSegment segment, ByteRange range, SegmentSource.Bytes bytes) {
    segment.read(range.start(), bytes);
    Lane lane = bundle.lane(segment.urgency(range.start()));
    add(lane, range.length());
    cutter.blocks(bundle, segment, range.start(), bytes.data()).forEach(lane::ready);
    outcome.ready(bundle);
  }

  private void add(Lane lane, long bytes) {
    lane.readAhead(bytes);
    totalBytes += bytes;
  }

  /** Notes that so many bytes of a lane's block have been sent. Once all of them have been sent, the block is released. */
  void sent(Lane lane, Block block, int bytes) {
    add(lane, -bytes);
    if (block.left() == 0 && lane.remove(block)) {
      block.release();
    }
  }

  /** Drops the blocks of a lane that are not needed any more, so that they hold up nothing. Returns whether any block is left. */
  boolean prepare(Lane lane, long nowNanos) {
    for (Block block : lane.takeUnneeded(nowNanos)) {
      add(lane, -block.left());
      if (block.left() > 0) {
        block.segment().giveBack(block.position(), block.end());
      }
      block.release();
    }
    return lane.hasReady();
  }

  /** Puts back what was read for a bundle at a higher rate and would keep other readers waiting at the current rate. */
  void putBackExcess(OutBundle bundle) {
    double most = Math.max(readBytes(bundle), bundle.pacing().rateOrFloorBytesPerSecond() * MAX_READY_SECONDS);
    if (bundle.hasFloor() && bundle.lane(Urgency.REQUESTED).readAheadBytes() > most) {
      putBack(bundle);
    }
  }

  /** Puts back what was read for a bundle and not sent, to be read again later, since other bytes of the bundle have to go first. */
  void putBack(OutBundle bundle) {
    for (Urgency urgency : Urgency.values()) {
      for (Block block : Lists.reverse(bundle.lane(urgency).takeReady(ready -> true))) {
        totalBytes -= block.left();
        if (block.left() > 0) {
          block.segment().giveBack(block.position(), block.end());
        }
        bundle.queue(block.segment(), true);
        block.release();
      }
    }
  }

  /** Releases what was read for a bundle that has ended. */
  void drop(OutBundle bundle) {
    for (Urgency urgency : Urgency.values()) {
      bundle.lane(urgency).takeReady(block -> true).forEach(block -> {
        totalBytes -= block.left();
        block.release();
      });
    }
  }
}
