package dev.terra.controller.action;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.controller.core.operate.KeptActions;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a leader's actions into a store, on a thread of its own, since a wait for ZooKeeper or a disk must not delay plans. Only the
 * newest text waits. A write that fails is tried again. Meanwhile, the actions hold for as long as this controller leads.
 */
public final class ActionKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ActionKeeper.class);
  private static final long RETRY_SECONDS = 2;
  /** How long closing waits for the last write, in seconds. Where the store answers, an action is written within milliseconds. */
  private static final long CLOSE_SECONDS = 2;
  private static final long PATIENCE_SECONDS = 2;

  private final ActionStore store;
  private final ActionText text;
  private final AtomicReference<KeptActions> newest = new AtomicReference<>();
  private final Guard guard = new Guard("keeping operators' actions", LOG::error);
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> {
    Thread thread = new Thread(task, "actions");
    thread.setDaemon(true);
    return thread;
  });
  private volatile CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
  /** True if the stored actions could not be read, so that they must not be overwritten. */
  private boolean unread;
  private boolean failing;

  /** Creates a keeper for a store; {@code text} encodes times by the controller's clock. */
  public ActionKeeper(ActionStore store, ActionText text) {
    this.store = store;
    this.text = text;
  }

  /** Returns the actions that the previous leader left, and reports what cannot be read. It is called before {@link #keep}. */
  public KeptActions read(Consumer<String> problem) {
    try {
      Optional<String> kept = store.read();
      return kept.map(found -> text.decode(found, problem)).orElse(KeptActions.NONE);
    } catch (IOException e) {
      unread = true;
      problem.accept("they cannot be read from " + store + ", and new ones are not kept: " + e.getMessage());
      return KeptActions.NONE;
    }
  }

  /** Replaces the stored actions. It is used on the controller's thread. */
  public void keep(KeptActions actions) {
    if (!unread) {
      written = written.isDone() ? new CompletableFuture<>() : written;
      newest.set(actions);
      OneShot.after(executor, 0, TimeUnit.SECONDS, guard, this::write);
    }
  }

  /**
   * Returns a future that completes when all actions are stored, or after two seconds if the store does not answer: an operator is
   * not kept waiting for the store.
   */
  public CompletableFuture<Void> settled() {
    return written.copy().completeOnTimeout(null, PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private void write() {
    KeptActions due = newest.getAndSet(null);
    if (due == null) {
      return;
    }
    try {
      CompletableFuture<Void> waiting = written;
      store.write(text.encode(due));
      failing = false;
      if (newest.get() == null) {
        waiting.complete(null);
      }
    } catch (IOException e) {
      newest.compareAndSet(null, due);
      if (!failing) {
        LOG.warn("operators' actions cannot be kept in {}: {}; they are in force while this controller leads, and it retries every {} s",
            store, e.getMessage(), RETRY_SECONDS);
      }
      failing = true;
      OneShot.after(executor, RETRY_SECONDS, TimeUnit.SECONDS, guard, this::write);
    }
  }

  /** Writes what is due, if the store answers soon. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
