package dev.terra.lab.replay;

import dev.terra.lab.bed.RunningTool;
import dev.terra.lab.replay.Carrier.Ended;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A carrier that moves shuffles by tools that read tasks, a line each, and answer {@code done TASK} or {@code failed
 * TASK REASON}. A shuffle is over when its last task is.
 */
final class LineCarrier implements Carrier {
  /**
   * A task for a tool.
   *
   * @param tool its number
   * @param name of the task, unique, without blanks
   * @param line what the tool reads
   */
  record Task(int tool, String name, String line) {}

  /** Divides a shuffle into tasks. */
  interface Tasks {
    /** Returns the tasks of a shuffle, one or more. */
    List<Task> of(WireShuffle shuffle);
  }

  private static final String DONE = "done ";
  private static final String FAILED = "failed ";

  private record Answer(String task, Optional<String> problem, boolean toolEnded) {}

  private static final class Open {
    private final String shuffle;
    private int tasks;
    private Optional<String> problem = Optional.empty();

    Open(String shuffle, int tasks) {
      this.shuffle = shuffle;
      this.tasks = tasks;
    }
  }

  private final List<RunningTool> tools;
  private final Tasks tasks;
  private final AutoCloseable rest;
  /** The answers of tools: at most one for each open task, and one for each tool. */
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final Map<String, Open> open = new HashMap<>();
  private volatile boolean closed;

  /**
   * Makes a carrier of these tools, which have reported that they are ready.
   *
   * @param rest is closed after the tools
   */
  LineCarrier(List<RunningTool> tools, Tasks tasks, AutoCloseable rest) {
    this.tools = List.copyOf(tools);
    this.tasks = tasks;
    this.rest = rest;
    tools.forEach(tool -> {
      Thread listener = new Thread(() -> listen(tool), "replay-listen");
      listener.setDaemon(true);
      listener.start();
    });
  }

  private void listen(RunningTool tool) {
    try {
      for (Optional<String> line = tool.hear(); line.isPresent(); line = tool.hear()) {
        answer(line.get()).ifPresent(answers::add);
      }
    } catch (RuntimeException e) {
      // the tool's stream was closed
    }
    answers.add(new Answer("", Optional.of("a tool ended (log: " + tool.log() + ")"), true));
  }

  /** Returns the answer in a line; empty if the line is not an answer. */
  private static Optional<Answer> answer(String line) {
    if (line.startsWith(DONE)) {
      return Optional.of(new Answer(line.substring(DONE.length()), Optional.empty(), false));
    }
    if (line.startsWith(FAILED)) {
      String[] words = line.substring(FAILED.length()).split(" ", 2);
      return Optional.of(new Answer(words[0], Optional.of(words.length > 1 ? words[1] : "no reason given"), false));
    }
    return Optional.empty();
  }

  @Override
  public void start(WireShuffle shuffle) throws IOException {
    List<Task> all = tasks.of(shuffle);
    Open state = new Open(shuffle.id(), all.size());
    for (Task task : all) {
      open.put(task.name(), state);
      tools.get(task.tool()).say(List.of(task.line()));
    }
  }

  @Override
  public Optional<Ended> await(long atMostNanos) throws IOException, InterruptedException {
    Answer answer = answers.poll(Math.max(0, atMostNanos), TimeUnit.NANOSECONDS);
    if (answer == null) {
      return Optional.empty();
    }
    if (answer.toolEnded() && !closed) {
      throw new IOException(answer.problem().orElse("a tool ended"));
    }
    Open state = open.remove(answer.task());
    if (state == null) {
      return Optional.empty();
    }
    state.problem = state.problem.or(answer::problem);
    return --state.tasks == 0 ? Optional.of(new Ended(state.shuffle, state.problem)) : Optional.empty();
  }

  @Override
  public void close() {
    closed = true;
    tools.forEach(RunningTool::close);
    try {
      rest.close();
    } catch (Exception e) {
      throw new IllegalStateException("what moved the shuffles cannot be ended", e);
    }
  }
}
