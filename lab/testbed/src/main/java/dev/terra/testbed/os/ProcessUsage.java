package dev.terra.testbed.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The resources that a process and its threads have used.
 *
 * @param cpuSeconds processor time in user and kernel mode since it started
 * @param peakBytes the most memory it has held in RAM since it started, or since {@link #resetPeak}
 */
public record ProcessUsage(double cpuSeconds, long peakBytes) {
  /** The clock ticks in a second, as the kernel shows them to programs; fixed on Linux. */
  private static final double TICKS = 100;
  /** Positions in /proc/PID/stat, counted after the command's closing parenthesis. */
  private static final int USER_FIELD = 11;
  private static final int SYSTEM_FIELD = 12;
  private static final String PEAK = "VmHWM:";

  /** Returns the usage of the process with this id; empty if there is none. */
  public static Optional<ProcessUsage> of(long pid) {
    try {
      String stat = Files.readString(file(pid, "stat"), StandardCharsets.ISO_8859_1);
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ");
      double ticks = Long.parseLong(fields[USER_FIELD]) + Long.parseLong(fields[SYSTEM_FIELD]);
      long peakKilobytes = Files.readString(file(pid, "status"), StandardCharsets.ISO_8859_1).lines()
          .filter(line -> line.startsWith(PEAK))
          .mapToLong(line -> Long.parseLong(line.substring(PEAK.length()).replace("kB", "").strip()))
          .findFirst().orElse(0);
      return Optional.of(new ProcessUsage(ticks / TICKS, peakKilobytes * 1024));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Resets the peak of a process. Does nothing if the process has ended, or the kernel does not support this. */
  public static void resetPeak(long pid) {
    try {
      Files.writeString(file(pid, "clear_refs"), "5");
    } catch (IOException e) {
      return; // the peak since the start is kept
    }
  }

  private static Path file(long pid, String name) {
    return Path.of("/proc", Long.toString(pid), name);
  }
}
