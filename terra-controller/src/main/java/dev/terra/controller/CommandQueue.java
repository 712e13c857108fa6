package dev.terra.controller;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;

/** Commands that change the schedule, each answered when the agents have the round that follows it. */
final class CommandQueue {
  /** Commands between two rounds: a person gives one. */
  private static final int MAX_COMMANDS = 256;

  private final ControllerThread thread;
  private final List<Runnable> answers = new ArrayList<>();

  CommandQueue(ControllerThread thread) {
    this.thread = thread;
  }

  /**
   * Does something that changes the schedule; from any thread.
   *
   * @param command on the controller's thread, with its time; what it throws is what the future ends with
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

  /** A round is over, or none comes any more; on the controller's thread. */
  void answerAll() {
    answers.forEach(Runnable::run);
    answers.clear();
  }
}
