package dev.terra.agent.tunnel;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stops the reads of a channel while more than {@link #MAX_BYTES} of its frames wait for the agent's thread, and lets them go on when half
 * of that is left. The channel's loop hands frames over, the agent's thread hands them back, and neither waits for the other: each first
 * counts, and then looks at what the other may have done meanwhile, so reads go on whenever nothing waits. Reads that are let go on while
 * the loop hands over more are stopped by the next hand-over.
 */
public final class ReadPause {
  /** Frames that the agent's thread has not looked at yet: a burst of it at any rate, and small against a heap. */
  public static final int MAX_BYTES = 4 << 20;

  private final AtomicInteger bytes = new AtomicInteger();
  private volatile boolean paused;

  /** Lets a channel be read, or not. */
  public interface Reading {
    void set(boolean reading);
  }

  /** So much more waits for the agent's thread. On the channel's loop. */
  public void handedOver(int more, Reading reading) {
    if (bytes.addAndGet(more) > MAX_BYTES) {
      reading.set(false);
      paused = true; // not before: the agent's thread would let reads go on, and then they would be stopped
      goOn(bytes.get(), reading); // the agent's thread may have been through before it could see the pause
    }
  }

  /** So much less waits. On the agent's thread. */
  public void handedBack(int less, Reading reading) {
    goOn(bytes.addAndGet(-less), reading);
  }

  private void goOn(int left, Reading reading) {
    if (paused && left <= MAX_BYTES / 2) {
      paused = false;
      reading.set(true);
    }
  }
}
