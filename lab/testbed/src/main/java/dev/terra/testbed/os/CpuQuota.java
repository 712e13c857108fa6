package dev.terra.testbed.os;

import dev.terra.testbed.TestbedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A limit on the processor time of a process: a control group of the kernel's, of either version. The limit ends with
 * {@link #close}, and the process continues without it.
 */
public final class CpuQuota implements AutoCloseable {
  private static final Path KERNEL = Path.of("/sys/fs/cgroup");
  /** The least quota of a period that the kernel accepts. */
  private static final long LEAST_MICROS = 1_000;
  /**
   * The usual period. A process that has used up its quota waits for the rest of a period, which is short, so that no
   * tunnel is considered dead.
   */
  private static final long PERIOD_MICROS = 10_000;
  /**
   * The longest period. A quota below a tenth of a core needs a longer period than the usual one; the kernel's own
   * limit is a second.
   */
  private static final long LONGEST_PERIOD_MICROS = 100_000;
  /** The smallest part of a core that a process can be limited to. */
  public static final double LEAST_CORES = (double) LEAST_MICROS / LONGEST_PERIOD_MICROS;
  private static final String PROCESSES = "cgroup.procs";

  private final Path parent;
  private final Path group;

  private CpuQuota(Path parent, Path group) {
    this.parent = parent;
    this.group = group;
  }

  /**
   * Limits a process from this call on, with all its threads and the processes that it starts later.
   *
   * @param name of the group, unique on the machine
   * @param cores how many it may use, at least {@link #LEAST_CORES}: on average over a hundredth of a second, or for
   *     less than a tenth of a core, over the period of which the quota is a thousandth of a second
   * @throws TestbedException if this kernel has no such groups, or this user may not make them
   */
  public static CpuQuota limit(ProcessRecord process, String name, double cores) {
    return limit(KERNEL, process.pid(), name, cores);
  }

  static CpuQuota limit(Path kernel, long pid, String name, double cores) {
    if (!(cores >= LEAST_CORES)) {
      throw new TestbedException(String.format(Locale.ROOT, "expected at least %s of a core, got %s", LEAST_CORES, cores));
    }
    long periodMicros = Math.max(PERIOD_MICROS, Math.round(LEAST_MICROS / cores));
    long quotaMicros = Math.round(cores * periodMicros);
    boolean first = Files.exists(kernel.resolve("cpu/cpu.cfs_quota_us"));
    Path parent = first ? kernel.resolve("cpu") : kernel;
    CpuQuota quota = new CpuQuota(parent, parent.resolve(name));
    try {
      if (!first) {
        write(kernel.resolve("cgroup.subtree_control"), "+cpu");
      }
      Files.deleteIfExists(quota.group); // left by a limit that was not closed; it has no process, or this fails
      Files.createDirectory(quota.group);
      quota.limit(first, quotaMicros, periodMicros);
      write(quota.group.resolve(PROCESSES), Long.toString(pid));
      return quota;
    } catch (IOException e) {
      throw new TestbedException("no process can be limited to a part of a core here (control groups in " + kernel + "): " + e, e);
    }
  }

  private void limit(boolean firstVersion, long quotaMicros, long periodMicros) throws IOException {
    if (firstVersion) {
      write(group.resolve("cpu.cfs_period_us"), Long.toString(periodMicros));
      write(group.resolve("cpu.cfs_quota_us"), Long.toString(quotaMicros));
    } else {
      write(group.resolve("cpu.max"), quotaMicros + " " + periodMicros);
    }
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
  }

  @Override
  public void close() {
    try {
      for (String pid : Files.readAllLines(group.resolve(PROCESSES))) {
        write(parent.resolve(PROCESSES), pid);
      }
      Files.delete(group); // the kernel's own files in it disappear too
    } catch (IOException e) {
      throw new TestbedException("the control group " + group + " stays: " + e, e);
    }
  }
}
