package dev.terra.agent.compress;

import dev.terra.agent.pace.Pacer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The speed of a bundle in one step of its {@link ShareSearch}: the bytes that were sent before its last chunk, as a part of what the
 * planned rate allowed from the first chunk to the last. It is used on the agent's thread only.
 */
final class Speed {
  /**
   * The least duration of a step: the kernel's usual period of a quota. An agent with a part of a core sends as fast as one with a whole
   * core at the beginning of a period, and nothing in the rest.
   */
  private static final long LEAST_NANOS = 100_000_000;
  private static final int FEWEST_CHUNKS = 8;
  /**
   * The least number of chunks of a trial. A trial without a gain costs as much time as the speeds of its chunks and of the others differ.
   */
  private static final int FEWEST_TRIAL_CHUNKS = 16;
  private static final double NANOS = 1e9;

  /** The number of chunks of the trial; 0 if the step is no trial. */
  private final int trialChunks;
  private int chunks;
  private int left;
  private @Nullable SentChunk last;
  /** The measured time, without gaps in which the measurement was interrupted. */
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

  /** Returns the speed of a trial of so many chunks. */
  static Speed ofTrial(int chunks) {
    return new Speed(chunks);
  }

  /** Returns the speed of a step that is no trial. */
  static Speed ofStep() {
    return new Speed(0);
  }

  /**
   * Returns the number of chunks of a trial at a planned rate: as many of the longest chunks as the rate moves in the least duration of a
   * step, but not too few.
   */
  static int trialChunks(double plannedBytesPerSecond) {
    return (int) Math.max(FEWEST_TRIAL_CHUNKS, plannedBytesPerSecond * LEAST_NANOS / NANOS / Pacer.MAX_CHUNK_BYTES);
  }

  /**
   * The rates of a chunk, above 0, in bytes per second.
   *
   * @param standing the rate that counts: speeds are parts of it, so that speeds of different steps can be compared
   * @param planned the rate at which the chunk is sent: the used part of links is a part of it
   */
  record Rates(double standing, double planned) {}

  /** Notes that a chunk is sent. */
  void sent(SentChunk chunk, Rates rates, long nowNanos) {
    if (last != null) { // a chunk is paid for after it was sent
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
   * Notes that a chunk of a trial is sent while chunks that were chosen before are still being compressed, which slows it down. It is left
   * out of the speed, unless the first half of the trial has been sent.
   */
  void sentBeside(SentChunk chunk, Rates rates, long nowNanos) {
    if (chunks < trialChunks / 2) {
      left = chunks + 1;
      last = null;
      nanos = 0;
    }
    sent(chunk, rates, nowNanos);
  }

  /**
   * Notes that a chunk is sent that does not count, and neither does the time from the previous chunk to the next one. The chunk may be
   * part of a trial.
   */
  void interrupted() {
    chunks++;
    left++;
    last = null;
  }

  /** Returns the measurements once they are sufficient. */
  Optional<ShareSearch.Step> measured() {
    boolean isOver = trialChunks > 0 && chunks >= trialChunks;
    boolean isEnough = isOver || (chunks - left > FEWEST_CHUNKS && nanos >= LEAST_NANOS);
    if (!isEnough || allowedBytes <= 0) {
      return Optional.empty();
    }
    return Optional.of(new ShareSearch.Step(plainBytes / standingBytes, wireBytes / allowedBytes, compressedBytes / plainBytes));
  }
}
