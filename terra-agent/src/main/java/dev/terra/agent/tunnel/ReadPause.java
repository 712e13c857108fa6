package dev.terra.agent.tunnel;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stops the reads of a channel while more than {@link #MAX_BYTES} of its frames wait for the agent's thread, and resumes them when at most
 * half of that is left. The channel's loop hands frames over, the agent's thread hands them back, and neither waits for the other. Each
 * first counts, and then checks what the other may have done meanwhile, so reads go on whenever nothing waits. If reads resume while the
 * loop hands over more, the next hand-over stops them.
 */
public final class ReadPause {
  /** The bytes of frames that may wait for the agent's thread. They suffice for a burst at any rate, and are small compared with a heap. */
  public static final int MAX_BYTES = 4 << 20;

  private final AtomicInteger bytes = new AtomicInteger();
  private volatile boolean paused;

  /** Makes a channel be read, or not. */
  public interface Reading {
    void set(boolean reading);
  }

  /** Records that more bytes wait for the agent's thread. It is called on the channel's loop. */
  public void handedOver(int more, Reading reading) {
    if (bytes.addAndGet(more) > MAX_BYTES) {
      reading.set(false);
      paused = true; // not earlier: the agent's thread could resume reads first, and then they would be stopped
      goOn(bytes.get(), reading); // the agent's thread may have finished before it could see the pause
    }
  }

  /** Records that fewer bytes wait. It is called on the agent's thread. */
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
