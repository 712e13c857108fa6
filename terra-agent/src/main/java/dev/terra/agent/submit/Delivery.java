package dev.terra.agent.submit;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.Transfer;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes some transfers of one receiver from one site to their targets. It is called on the agent's thread. It writes on the thread of the
 * files, for which at most {@link #MAX_WAITING_BYTES} wait before no more bytes are taken.
 */
final class Delivery implements FetchSink {
  private static final Logger log = LoggerFactory.getLogger(Delivery.class);
  /** The bytes that may wait to be written. They bridge a disk's write time, and are few for a heap even with all deliveries at once. */
  static final int MAX_WAITING_BYTES = 1 << 20;

  private final Listener listener;
  private final List<Transfer> transfers;
  private final Opener opener;
  private final Executor files;
  private final Executor owner;
  private int waitingBytes;
  private @Nullable Fetch fetch;
  private boolean over;
  // used on the thread of the files only
  private int current;
  private @Nullable Target target;
  private boolean broken;

  /** The listener of a delivery. It is called on the agent's thread. */
  interface Listener {
    /** Called when a transfer is complete and at its target. */
    void done(Transfer transfer);

    /** Called when a transfer's bytes cannot be put at their target, and another attempt would fail too. */
    void problem(Transfer transfer, String problem);

    /** Called when a delivery is over. Transfers that are not done may be fetched again. The reason is empty if all of them are done. */
    void over(Delivery delivery, String reason);
  }

  /** Opens the target of a transfer, on the thread of the files. */
  interface Opener {
    Target open(Transfer transfer) throws IOException;
  }

  Delivery(Listener listener, List<Transfer> transfers, Opener opener, Executor files, Executor owner) {
    this.listener = listener;
    this.transfers = transfers;
    this.opener = opener;
    this.files = files;
    this.owner = owner;
  }

  List<Transfer> transfers() {
    return transfers;
  }

  void reads(Fetch from) {
    fetch = from;
  }

  @Override
  public boolean isWritable() {
    return waitingBytes < MAX_WAITING_BYTES;
  }

  @Override
  public void head(FetchHead head, long bodyBytes) {
    for (int i = 0; i < transfers.size(); i++) {
      if (head.getSegments(i).getPartLength() != transfers.get(i).getBytes()) {
        listener.problem(transfers.get(i), "expected " + transfers.get(i).getBytes() + " bytes, but the sender has "
            + head.getSegments(i).getPartLength());
        return;
      }
    }
  }

  @Override
  public void bytes(byte[] data) {
    waitingBytes += data.length;
    onFiles(() -> {
      attempt(() -> write(data));
      owner.execute(() -> {
        waitingBytes -= data.length;
        if (fetch != null && !over) {
          fetch.proceed();
        }
      });
    });
  }

  @Override
  public void end() {
    onFiles(() -> {
      attempt(this::finishEmpty);
      owner.execute(() -> finished(""));
    });
  }

  @Override
  public void fail(String reason) {
    onFiles(() -> {
      abandon();
      owner.execute(() -> finished(reason));
    });
  }

  /** Ends the delivery without a further report. */
  void cancel() {
    over = true;
    if (fetch != null) {
      fetch.cancel();
    }
    onFiles(this::abandon);
  }

  private void finished(String reason) {
    if (!over) {
      over = true;
      listener.over(this, reason);
    }
  }

  private void onFiles(Runnable task) {
    try {
      files.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("the agent is closing");
    }
  }

  // The following methods run on the thread of the files.

  private interface Step {
    void run() throws IOException;
  }

  private void attempt(Step step) {
    if (broken) {
      return;
    }
    try {
      step.run();
    } catch (IOException | RuntimeException e) {
      Transfer transfer = transfers.get(Math.min(current, transfers.size() - 1));
      abandon();
      owner.execute(() -> {
        if (!over) {
          listener.problem(transfer, "cannot be delivered: " + Failures.inWords(e));
        }
      });
    }
  }

  private void write(byte[] data) throws IOException {
    finishEmpty();
    if (target == null) {
      throw new IOException("the sender has sent more bytes than it announced");
    }
    target.write(data);
    finishEmpty();
  }

  /** Finishes the transfers of which no bytes are left, up to the first of which some are. */
  private void finishEmpty() throws IOException {
    while (current < transfers.size()) {
      Target next = target != null ? target : opener.open(transfers.get(current));
      target = next;
      if (next.left() > 0) {
        return;
      }
      next.finish();
      target = null;
      Transfer whole = transfers.get(current++);
      owner.execute(() -> {
        if (!over) {
          listener.done(whole);
        }
      });
    }
  }

  private void abandon() {
    broken = true;
    if (target == null) {
      return;
    }
    try {
      target.abandon();
    } catch (IOException e) {
      log.warn("the unfinished file of transfer {} could not be removed: {}", transfers.get(current).getNumber(), Failures.inWords(e));
    }
    target = null;
  }
}
