package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullCounts;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reports to the node's service what an executor has fetched without Terra: soon after it was counted, and the rest when the executor ends.
 * It is thread-safe.
 */
final class CountTeller {
  /** The time in which counts are gathered into one message, ms. */
  private static final long GATHER_MILLIS = 200;
  /** The most time for which an executor that ends waits for its service, ms. */
  private static final long LAST_MILLIS = 500;

  private final NodeService service;
  private final AtomicReference<PullCounts> counts = new AtomicReference<>(PullCounts.NONE);
  private final AtomicBoolean due = new AtomicBoolean();

  CountTeller(NodeService service) {
    this.service = service;
  }

  void add(PullCounts more) {
    counts.accumulateAndGet(more, PullCounts::plus);
    if (due.compareAndSet(false, true)) {
      service.later(GATHER_MILLIS, () -> {
        due.set(false);
        tell(() -> { });
      });
    }
  }

  /** Sends the counts. If the service does not accept them, they are added to the next message. */
  private void tell(Runnable then) {
    PullCounts now = service.isWorthAsking() ? counts.getAndSet(PullCounts.NONE) : PullCounts.NONE;
    if (now.equals(PullCounts.NONE)) {
      then.run();
      return;
    }
    service.ask(new PullRequest.Tell(now), reply -> {
      if (reply.kind() != PullReply.Kind.READY) {
        counts.accumulateAndGet(now, PullCounts::plus);
      }
      then.run();
    });
  }

  /** Sends the last counts, and waits for the answer. */
  void tellNow() {
    CountDownLatch told = new CountDownLatch(1);
    tell(told::countDown);
    try {
      if (!told.await(LAST_MILLIS, TimeUnit.MILLISECONDS)) {
        counts.set(PullCounts.NONE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
