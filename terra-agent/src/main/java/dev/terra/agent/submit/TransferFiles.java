package dev.terra.agent.submit;

import dev.terra.agent.send.SegmentSource.Bytes;
import dev.terra.agent.send.SegmentSource;
import dev.terra.api.v1.Transfer;
import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that submitted shuffles read and write at this site. The files are accessed on a separate thread. The methods are called on the
 * agent's thread, and all results are delivered there.
 */
public final class TransferFiles implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TransferFiles.class);

  private final InstantSource clock;
  private final LocalSource source;
  private final TargetClaims claims;
  private final UnfinishedFiles unfinished;
  private final Executor owner;
  private final ExecutorService thread;

  /**
   * Allows files below some folders, and removes unfinished files of an earlier agent.
   *
   * @param state the folder of the agent's own files, for lists of unfinished files and of sources; if null, no lists are kept
   * @param owner the agent's thread
   */
  public TransferFiles(Folders folders, @Nullable Path state, Executor owner) {
    this.clock = InstantSource.system();
    this.source = new LocalSource(folders, clock, new SourceNotes(state));
    this.claims = new TargetClaims(folders);
    this.unfinished = new UnfinishedFiles(state, new SecureRandom());
    this.owner = owner;
    this.thread = Executors.newSingleThreadExecutor(task -> {
      Thread files = new Thread(task, "terra-files");
      files.setDaemon(true);
      return files;
    });
    execute(unfinished::sweep);
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("the agent is closing");
    }
  }

  /** Runs a task on the agent's thread later, as results are delivered. */
  void answer(Runnable task) {
    owner.execute(task);
  }

  /** Reads a part of an outgoing transfer. */
  void read(Outgoing part, SegmentSource.Reader reader) {
    execute(() -> {
      try {
        Bytes bytes = Bytes.of(source.read(part.shuffle(), part.transfer(), part.start(), part.length()));
        owner.execute(() -> reader.read(bytes));
      } catch (IOException | RuntimeException e) {
        owner.execute(() -> reader.failed(Failures.inWords(e)));
      }
    });
  }

  /** A part of an outgoing transfer. */
  record Outgoing(ShuffleId shuffle, Transfer transfer, long start, int length) {}

  private interface Check {
    void of(Transfer transfer) throws IOException;
  }

  /** Checks whether outgoing transfers can be read, and reports the problem of each transfer that cannot. */
  void checkSources(ShuffleId shuffle, List<Transfer> transfers, BiConsumer<Transfer, String> problem) {
    Instant now = clock.instant();
    check(transfers.stream().filter(Transfer::hasFile).toList(),
        transfer -> source.check(shuffle, transfer, now.minusMillis(transfer.getAgeMillis())), problem);
  }

  /** Claims the files of incoming transfers, and reports the problem of each transfer whose file cannot be written. */
  void checkTargets(ShuffleId shuffle, List<Transfer> transfers, BiConsumer<Transfer, String> problem) {
    check(transfers.stream().filter(transfer -> !transfer.getToFile().isEmpty()).toList(),
        transfer -> claims.claim(shuffle, transfer), problem);
  }

  private void check(List<Transfer> transfers, Check check, BiConsumer<Transfer, String> problem) {
    if (transfers.isEmpty()) {
      return;
    }
    execute(() -> transfers.forEach(transfer -> {
      try {
        check.of(transfer);
      } catch (IOException | RuntimeException e) {
        owner.execute(() -> problem.accept(transfer, Failures.inWords(e)));
      }
    }));
  }

  /** Returns a delivery that writes transfers to their targets. */
  Delivery delivery(ShuffleId shuffle, Delivery.Listener listener, List<Transfer> transfers) {
    return new Delivery(listener, transfers, transfer -> Target.open(shuffle, transfer, claims, unfinished), thread, owner);
  }

  /** Closes the files of a shuffle that is over, and releases its targets. */
  void forget(ShuffleId shuffle) {
    execute(() -> {
      claims.release(shuffle);
      try {
        source.forget(shuffle);
      } catch (IOException e) {
        log.warn("a file of shuffle {} could not be closed: {}", shuffle, Failures.inWords(e));
      }
    });
  }

  /** Ends the thread after the tasks that it has received. */
  @Override
  public void close() {
    execute(() -> {
      try {
        source.close();
      } catch (IOException e) {
        log.warn("a file could not be closed: {}", Failures.inWords(e));
      }
    });
    thread.shutdown();
  }
}
