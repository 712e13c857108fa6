package dev.terra.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;

/** Runs commands that change the schedule. Each command is answered when agents have the schedule of the round that follows it. */
final class CommandQueue {
  /** The most commands that are taken between two rounds. A person gives one. */
  private static final int MAX_COMMANDS = 256;

  private final ControllerThread thread;
  private final List<Runnable> answers = new ArrayList<>();

  CommandQueue(ControllerThread thread) {
    this.thread = thread;
  }

  /**
   * Runs a command that changes the schedule. It can be used by any thread.
   *
   * @param command is called on the controller's thread with that thread's time; if it throws an exception, the future ends with it
   */
  <T> CompletableFuture<T> submit(LongFunction<T> command) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    if (!thread.submit(() -> perform(command, answer))) {
      answer.completeExceptionally(new IllegalStateException(ControllerThread.STOPS));
    }
    return answer;
  }

  private <T> void perform(LongFunction<T> command, CompletableFuture<T> answer) {
    if (thread.isStopping() || answers.size() >= MAX_COMMANDS) {
      answer.completeExceptionally(
          new RejectedExecutionException(thread.isStopping() ? ControllerThread.STOPS : "too many commands at once"));
      return;
    }
    try {
      T done = command.apply(thread.now());
      answers.add(() -> answer.complete(done));
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /** Answers all commands, after a round, or when no more rounds follow. It is used on the controller's thread. */
  void answerAll() {
    answers.forEach(Runnable::run);
    answers.clear();
  }
}
