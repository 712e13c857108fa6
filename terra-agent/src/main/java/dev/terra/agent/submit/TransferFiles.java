package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that submitted shuffles read and write here, on a thread of their own. Called on the agent's thread, where all answers
 * come as well.
 */
public final class TransferFiles implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TransferFiles.class);

  private final Folders folders;
  private final LocalSource source;
  private final Executor owner;
  private final ExecutorService thread;

  /**
   * Files below some folders.
   *
   * @param owner the agent's thread
   */
  public TransferFiles(Folders folders, Executor owner) {
    this.folders = folders;
    this.source = new LocalSource(folders);
    this.owner = owner;
    this.thread = Executors.newSingleThreadExecutor(task -> {
      Thread files = new Thread(task, "terra-files");
      files.setDaemon(true);
      return files;
    });
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      log.debug("the agent is closing");
    }
  }

  /** Says something later, as all else here is said. */
  void answer(Runnable task) {
    owner.execute(task);
  }

  /** Reads a part of an outgoing transfer; exactly one of both is called. */
  void read(Transfer transfer, long start, int length, Consumer<ByteBuf> whole, Consumer<String> problem) {
    execute(() -> {
      try {
        ByteBuf bytes = source.read(transfer, start, length);
        owner.execute(() -> whole.accept(bytes));
      } catch (IOException e) {
        owner.execute(() -> problem.accept(e.getMessage()));
      }
    });
  }

  private interface Check {
    void of(Transfer transfer) throws IOException;
  }

  /** Looks whether outgoing transfers can be read; says what is wrong with those that can't. */
  void checkSources(List<Transfer> transfers, BiConsumer<Transfer, String> problem) {
    check(transfers.stream().filter(Transfer::hasFile).toList(), source::check, problem);
  }

  /** Looks whether incoming transfers could be put where they belong; says what is wrong with those that can't. */
  void checkTargets(List<Transfer> transfers, BiConsumer<Transfer, String> problem) {
    check(transfers.stream().filter(transfer -> !transfer.getToFile().isEmpty()).toList(),
        transfer -> folders.target(transfer.getToFile()), problem);
  }

  private void check(List<Transfer> transfers, Check check, BiConsumer<Transfer, String> problem) {
    if (transfers.isEmpty()) {
      return;
    }
    execute(() -> transfers.forEach(transfer -> {
      try {
        check.of(transfer);
      } catch (IOException e) {
        owner.execute(() -> problem.accept(transfer, e.getMessage()));
      }
    }));
  }

  /** Puts transfers where they belong. */
  Delivery delivery(Delivery.Listener listener, List<Transfer> transfers) {
    return new Delivery(listener, transfers, folders, thread, owner);
  }

  /** Ends the thread once it has done what was asked. */
  @Override
  public void close() {
    execute(() -> {
      try {
        source.close();
      } catch (IOException e) {
        log.warn("a file could not be closed: {}", e.getMessage());
      }
    });
    thread.shutdown();
  }
}
