package dev.terra.agent.compress;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The speed of a bundle in one step of its {@link ShareSearch}: what went before its last chunk, as a part of what the planned rate allowed
 * from the first one to that. On the agent's thread.
 */
final class Speed {
  /** A chunk is sent every 20 ms or so where rates are low. */
  private static final long LEAST_NANOS = 60_000_000;
  private static final int FEWEST_CHUNKS = 8;
  /** So many are enough, however fast they go. */
  private static final int MOST_CHUNKS = 16;
  /** So many of a trial: where it is of no use, it costs as much as they differ. */
  static final int TRIAL_CHUNKS = 16;
  private static final double NANOS = 1e9;

  private final int most;
  private int chunks;
  private int left;
  private @Nullable SentChunk last;
  private long beginNanos;
  private long lastNanos;
  private double allowedBytes;
  private double plainBytes;
  private double wireBytes;
  private double compressedBytes;

  /** A step of a trial, or any other. */
  Speed(boolean ofTrial) {
    this.most = ofTrial ? TRIAL_CHUNKS : MOST_CHUNKS;
  }

  /** A chunk goes at a planned rate above 0. */
  void sent(SentChunk chunk, double plannedBytesPerSecond, long nowNanos) {
    if (last == null) {
      beginNanos = nowNanos;
    } else { // a chunk is paid for after it has gone
      plainBytes += last.plainBytes();
      wireBytes += last.wireBytes();
      compressedBytes += last.isCompressed() ? last.plainBytes() : 0;
      allowedBytes += plannedBytesPerSecond * (nowNanos - lastNanos) / NANOS;
    }
    chunks++;
    last = chunk;
    lastNanos = nowNanos;
  }

  /**
   * A chunk of a trial goes while ones that were chosen before are still being compressed, which takes from it. It is left out of the
   * speed, unless the first half of the trial has gone.
   */
  void sentBeside(SentChunk chunk, double plannedBytesPerSecond, long nowNanos) {
    if (chunks < TRIAL_CHUNKS / 2) {
      left = chunks + 1;
      last = null;
    }
    sent(chunk, plannedBytesPerSecond, nowNanos);
  }

  /** What was measured, once that is enough. */
  Optional<ShareSearch.Step> measured() {
    boolean isEnough = chunks >= most || (chunks - left > FEWEST_CHUNKS && lastNanos - beginNanos >= LEAST_NANOS);
    if (!isEnough || allowedBytes <= 0) {
      return Optional.empty();
    }
    return Optional.of(new ShareSearch.Step(plainBytes / allowedBytes, wireBytes / allowedBytes, compressedBytes / plainBytes));
  }
}
