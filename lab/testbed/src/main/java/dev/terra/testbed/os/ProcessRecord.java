package dev.terra.testbed.os;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A process that was started and may outlive the process that started it. Process ids are reused; with the start time
 * beside it, a record never stands for another process.
 *
 * @param host on which it runs; empty if it runs on none
 * @param name its kind, such as {@code nodemanager}
 * @param pid its process id
 * @param startTicks when it started, in clock ticks since the machine did
 * @param log the file of its output
 */
public record ProcessRecord(String host, String name, long pid, long startTicks, String log) {
  /** The position of the start time in /proc/PID/stat, counted after the command's closing parenthesis. */
  private static final int START_TIME_FIELD = 19;
  private static final int RESIDENT_PAGES_FIELD = 1;
  private static final long PAGE_BYTES = 4096;
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  /** Returns the record of a process that was just started. */
  public static ProcessRecord of(String host, String name, Process process, Path log) {
    long ticks = startTicks(process.pid())
        .orElseThrow(() -> new TestbedException(name + " on " + host + " ended at once: " + lastLine(log) + " (log: " + log + ")"));
    return new ProcessRecord(host, name, process.pid(), ticks, log.toString());
  }

  private static Optional<Long> startTicks(long pid) {
    return statFields(pid).filter(fields -> !fields.get(0).equals("Z")).map(fields -> Long.parseLong(fields.get(START_TIME_FIELD)));
  }

  private static Optional<List<String>> statFields(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      return Optional.of(List.of(stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns whether this very process still runs. */
  @JsonIgnore
  public boolean isAlive() {
    return startTicks(pid).filter(ticks -> ticks == startTicks).isPresent();
  }

  /** Returns whether the other process has the same name on the same host. */
  public boolean isNamesake(ProcessRecord other) {
    return host.equals(other.host) && name.equals(other.name);
  }

  /** Requests its end (SIGTERM), if it runs. */
  public void terminate() {
    handle().ifPresent(ProcessHandle::destroy);
  }

  /** Ends it immediately (SIGKILL), if it runs. */
  public void kill() {
    handle().ifPresent(ProcessHandle::destroyForcibly);
  }

  /**
   * Ends it immediately (SIGKILL) and waits until it has ended.
   *
   * @throws TestbedException if it does not end
   */
  public void killAndWait() {
    kill();
    if (!Waiting.until(KILL_PATIENCE, () -> !isAlive())) {
      throw new TestbedException(name + " on " + host + " could not be killed");
    }
  }

  /** Stops it (SIGSTOP) until it is resumed, if it runs. */
  public void stall() {
    signal("STOP");
  }

  /** Resumes it (SIGCONT), if it runs. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    if (isAlive()) {
      Shell.run(List.of("sh", "-c", "kill -" + name + " " + pid));
    }
  }

  private Optional<ProcessHandle> handle() {
    return isAlive() ? ProcessHandle.of(pid) : Optional.empty();
  }

  /** Returns its memory in bytes: pages in RAM, shared ones included; 0 if it does not run. */
  @JsonIgnore
  public long residentBytes() {
    try {
      String[] fields = Files.readString(Path.of("/proc", Long.toString(pid), "statm"), StandardCharsets.ISO_8859_1).split(" ");
      return isAlive() ? Long.parseLong(fields[RESIDENT_PAGES_FIELD]) * PAGE_BYTES : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns what this process has used so far. */
  @JsonIgnore
  public Optional<ProcessUsage> usage() {
    return isAlive() ? ProcessUsage.of(pid) : Optional.empty();
  }

  /** Returns the last line of its log that is not empty. */
  @JsonIgnore
  public String lastLogLine() {
    return lastLine(Path.of(log));
  }

  private static String lastLine(Path log) {
    try {
      return new Shell.Result(0, Files.readString(log, StandardCharsets.ISO_8859_1)).lastLine();
    } catch (IOException e) {
      return "its log cannot be read";
    }
  }
}
