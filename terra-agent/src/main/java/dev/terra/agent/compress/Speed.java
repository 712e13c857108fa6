package dev.terra.agent.compress;

import dev.terra.agent.pace.Pacer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The speed of a bundle in one step of its {@link ShareSearch}: what went before its last chunk, as a part of what the planned rate allowed
 * from the first one to that. On the agent's thread.
 */
final class Speed {
  /**
   * The kernel's usual period of a quota: an agent with a part of a core sends as fast as a whole one in the beginning of a period, and
   * nothing in the rest.
   */
  private static final long LEAST_NANOS = 100_000_000;
  private static final int FEWEST_CHUNKS = 8;
  /** So many of a trial at least: where it is of no use, it costs as much as they differ. */
  private static final int FEWEST_TRIAL_CHUNKS = 16;
  private static final double NANOS = 1e9;

  /** How many chunks the trial has; 0 if it is none. */
  private final int trialChunks;
  private int chunks;
  private int left;
  private @Nullable SentChunk last;
  /** How long it has been measured: gaps where it was interrupted are left out. */
  private long nanos;
  private long lastNanos;
  private double standingBytes;
  private double allowedBytes;
  private double plainBytes;
  private double wireBytes;
  private double compressedBytes;

  private Speed(int trialChunks) {
    this.trialChunks = trialChunks;
  }

  /** One of a trial of so many chunks. */
  static Speed ofTrial(int chunks) {
    return new Speed(chunks);
  }

  /** One of another step. */
  static Speed ofStep() {
    return new Speed(0);
  }

  /** How many chunks a trial has at a planned rate: what goes in the time of a step at most, as long as the longest chunks are. */
  static int trialChunks(double plannedBytesPerSecond) {
    return (int) Math.max(FEWEST_TRIAL_CHUNKS, plannedBytesPerSecond * LEAST_NANOS / NANOS / Pacer.MAX_CHUNK_BYTES);
  }

  /**
   * The rates of a chunk, above 0, in bytes per second.
   *
   * @param standing which counts: speeds are parts of it, so that those of different steps can be compared
   * @param planned which the chunk has: what is used on links is a part of it
   */
  record Rates(double standing, double planned) {}

  /** A chunk goes. */
  void sent(SentChunk chunk, Rates rates, long nowNanos) {
    if (last != null) { // a chunk is paid for after it has gone
      plainBytes += last.plainBytes();
      wireBytes += last.wireBytes();
      compressedBytes += last.isCompressed() ? last.plainBytes() : 0;
      standingBytes += rates.standing * (nowNanos - lastNanos) / NANOS;
      allowedBytes += rates.planned * (nowNanos - lastNanos) / NANOS;
      nanos += nowNanos - lastNanos;
    }
    chunks++;
    last = chunk;
    lastNanos = nowNanos;
  }

  /**
   * A chunk of a trial goes while ones that were chosen before are still being compressed, which takes from it. It is left out of the
   * speed, unless the first half of the trial has gone.
   */
  void sentBeside(SentChunk chunk, Rates rates, long nowNanos) {
    if (chunks < trialChunks / 2) {
      left = chunks + 1;
      last = null;
      nanos = 0;
    }
    sent(chunk, rates, nowNanos);
  }

  /** A chunk goes that says nothing, and nor does the time from the one before to the next one. It may be one of a trial. */
  void interrupted() {
    chunks++;
    left++;
    last = null;
  }

  /** What was measured, once that is enough. */
  Optional<ShareSearch.Step> measured() {
    boolean isOver = trialChunks > 0 && chunks >= trialChunks;
    boolean isEnough = isOver || (chunks - left > FEWEST_CHUNKS && nanos >= LEAST_NANOS);
    if (!isEnough || allowedBytes <= 0) {
      return Optional.empty();
    }
    return Optional.of(new ShareSearch.Step(plainBytes / standingBytes, wireBytes / allowedBytes, compressedBytes / plainBytes));
  }
}
