package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullCounts;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Tells the node's service soon what an executor has fetched without Terra, and what is left of that when it ends. Thread-safe. */
final class CountTeller {
  /** What is counted within that time goes into one message. */
  private static final long GATHER_MILLIS = 200;
  /** An executor that ends waits no longer for its service. */
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

  /** What a service does not take goes with the next message. */
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

  /** Nothing more is counted. */
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
