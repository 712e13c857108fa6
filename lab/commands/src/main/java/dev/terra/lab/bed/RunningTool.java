package dev.terra.lab.bed;

import dev.terra.testbed.os.Children;
import dev.terra.testbed.os.ProcessUsage;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A process on one of the testbed's hosts that reads requests from its standard input, writes a line when each is done,
 * and ends with its input, so that it can be measured in between.
 */
public final class RunningTool implements AutoCloseable {
  private final Process process;
  private final BufferedWriter input;
  private final BufferedReader output;
  private final Path log;

  /** Starts the process. Its standard error is written to a log. */
  public RunningTool(ProcessBuilder builder, Path log) throws IOException {
    Files.createDirectories(log.getParent());
    this.log = log;
    this.process = builder.redirectError(log.toFile()).start();
    this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Writes lines to the process. */
  public void say(List<String> lines) throws IOException {
    for (String line : lines) {
      input.write(line);
      input.write('\n');
    }
    input.flush();
  }

  /** Waits for a line and returns whether it is the expected one. */
  public boolean hears(String expected) {
    return hear().filter(expected::equals).isPresent();
  }

  /** Waits for a line; empty if the process ended instead. */
  public Optional<String> hear() {
    try {
      return Optional.ofNullable(output.readLine());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for a line that begins with the expected text, and returns what follows that text.
   *
   * @throws IOException if another line comes, or the process has ended
   */
  public String answer(String expected) throws IOException {
    String answer = hear().orElse("it ended");
    if (!answer.startsWith(expected)) {
      throw new IOException("expected '" + expected + "', got: " + answer + " (log: " + log + "): " + lastLogLine());
    }
    return answer.substring(expected.length());
  }

  /** Returns what the process has used so far, zeros if it has ended. */
  public ProcessUsage usage() {
    return ProcessUsage.of(process.pid()).orElse(new ProcessUsage(0, 0));
  }

  /** Returns the log of the process's standard error. */
  public Path log() {
    return log;
  }

  /** Returns the last line of the log that is not blank. */
  public String lastLogLine() throws IOException {
    return Files.readString(log, StandardCharsets.ISO_8859_1).lines().filter(line -> !line.isBlank())
        .reduce((first, second) -> second).orElse("it said nothing");
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      // the process has ended already
    }
    Children.end(process);
  }
}
