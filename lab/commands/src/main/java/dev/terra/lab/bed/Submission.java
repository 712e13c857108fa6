package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import dev.terra.testbed.os.Children;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@code ./terra submit} that runs beside a testbed's controller. Closing it ends the command, which cancels its shuffles. */
public final class Submission implements AutoCloseable {
  private final Process process;
  private final Path output;
  private final Path log;

  Submission(ProcessBuilder builder, Path output, Path log) throws IOException {
    this.output = output;
    this.log = log;
    this.process = builder.redirectOutput(output.toFile()).redirectError(log.toFile()).start();
  }

  /** Returns whether the command has ended. */
  public boolean isOver() {
    return !process.isAlive();
  }

  /** Returns the log file of the command. */
  public Path log() {
    return log;
  }

  /** Waits, and returns whether the command has ended in time. */
  public boolean await(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Returns the object that the command printed: {@code complete}, {@code seconds}, and {@code problem} if it failed.
   *
   * @throws IOException if it printed no JSON
   */
  public JsonNode result() throws IOException {
    return results().get(0);
  }

  /**
   * Returns the answers for all shuffles of the command, in the order in which they were given.
   *
   * @throws IOException if it printed no JSON
   */
  public List<JsonNode> results() throws IOException {
    JsonNode printed = printed();
    return printed.has("shuffles") ? ImmutableList.copyOf(printed.get("shuffles")) : List.of(printed);
  }

  /**
   * Returns the seconds of each shuffle of the command, once all are complete.
   *
   * @throws IOException if they are not complete in time, or one failed
   */
  public List<Double> seconds(Duration patience) throws IOException, InterruptedException {
    if (!await(patience)) {
      throw new IOException("a shuffle is not done after " + patience.toSeconds() + " s (log: " + log + ")");
    }
    List<JsonNode> results = results();
    if (!results.stream().allMatch(result -> result.path("complete").asBoolean())) {
      throw new IOException("a shuffle failed (log: " + log + "): " + results);
    }
    return results.stream().map(result -> result.path("seconds").asDouble()).toList();
  }

  /**
   * Returns the one JSON value that the command printed.
   *
   * @throws IOException if it printed no JSON
   */
  JsonNode printed() throws IOException {
    JsonNode printed = new ObjectMapper().readTree(output.toFile());
    if (!printed.isObject()) {
      throw new IOException("./terra printed no result, and last: " + lastWords());
    }
    return printed;
  }

  /** Returns the exit code. The command must have ended. */
  public int exitCode() {
    return process.exitValue();
  }

  /** Returns the last lines of the log. The log is deleted with the testbed, so errors quote these lines. */
  public String lastWords() throws IOException {
    List<String> lines = Files.readAllLines(log);
    return lines.isEmpty() ? "nothing" : lines.get(lines.size() - 1);
  }

  @Override
  public void close() {
    Children.end(process);
  }
}
