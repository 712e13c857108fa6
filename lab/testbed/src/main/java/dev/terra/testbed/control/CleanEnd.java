package dev.terra.testbed.control;

import dev.terra.testbed.TestbedException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A hook for the end of this process, which interrupts a thread that would leave something half done, and waits for its
 * clean-up.
 */
final class CleanEnd {
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;

  /** Protects the calling thread, until {@code over} is called. */
  CleanEnd(Duration patience) {
    Thread caller = Thread.currentThread();
    this.hook = new Thread(() -> interruptAndAwait(caller, patience), "testbed-up-interrupter");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void interruptAndAwait(Thread caller, Duration patience) {
    try {
      caller.interrupt();
      if (!done.await(patience.toSeconds(), TimeUnit.SECONDS)) {
        throw new TestbedException("the half-started testbed was not removed in time: testbed down");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void over() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process is ending, and the hook has seen that this thread is done.
      return;
    }
  }
}
