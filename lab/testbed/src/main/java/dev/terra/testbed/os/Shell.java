package dev.terra.testbed.os;

import dev.terra.testbed.TestbedException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs short commands to their end. The message of a failure is one line: the command and the last line of its output. */
public final class Shell {
  /** The longest time of a command. Commands that set up the network take milliseconds; one that takes longer than this hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private Shell() {}

  /** The exit code of a command, and its output. */
  public record Result(int exitCode, String output) {
    /** Returns the last line that is not empty, or the exit code. */
    public String lastLine() {
      return output.lines().filter(line -> !line.isBlank()).reduce((first, second) -> second)
          .orElse("exit code " + exitCode).strip();
    }
  }

  /**
   * Runs a command and returns its output.
   *
   * @throws TestbedException if it fails
   */
  public static String run(List<String> command) {
    Result result = attempt(command);
    if (result.exitCode != 0) {
      throw new TestbedException("'" + String.join(" ", command) + "' failed: " + result.lastLine());
    }
    return result.output;
  }

  /** Runs a command that may fail. */
  public static Result attempt(List<String> command) {
    try {
      Process process = new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectInput(new File("/dev/null"))
          .start();
      CompletableFuture<Void> watchdog = CompletableFuture.runAsync(process::destroyForcibly,
          CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int exitCode = process.waitFor();
      watchdog.cancel(false);
      return new Result(exitCode, output);
    } catch (IOException e) {
      throw new TestbedException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted in '" + String.join(" ", command) + "'", e);
    }
  }

  /** Returns whether a program is on the path. */
  public static boolean has(String program) {
    String path = System.getenv().getOrDefault("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    for (String folder : path.split(":")) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }
}
