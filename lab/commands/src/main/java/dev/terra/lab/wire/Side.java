package dev.terra.lab.wire;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Measures one side of a run, a process of its own, from the end of its warming up on, and says what it has found in a line. */
final class Side {
  /** Before the port in a receiver's first line of output. */
  static final String PORT = "port ";
  private static final String RESULT = "result";

  private final long warmBytes;
  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long startBytes = -1;
  private long startNanos;
  private long startCpuNanos;

  Side(long warmBytes) {
    this.warmBytes = warmBytes;
  }

  /** What one side found: bytes, wall and processor seconds after warming up, and the most memory it has had. */
  record Result(long bytes, double seconds, double cpuSeconds, long peakHeapBytes, long peakResidentBytes) {
    static Result parse(String line) {
      String[] parts = line == null ? new String[0] : line.split(" ");
      if (parts.length != 6 || !parts[0].equals(RESULT)) {
        throw new IllegalStateException(line == null ? "a side ended without a result" : "expected a result, got: " + line);
      }
      return new Result(Long.parseLong(parts[1]), Double.parseDouble(parts[2]), Double.parseDouble(parts[3]),
          Long.parseLong(parts[4]), Long.parseLong(parts[5]));
    }
  }

  /** So many bytes are done now. */
  void progress(long bytes, long nowNanos) {
    if (startBytes < 0 && bytes >= warmBytes) {
      startBytes = bytes;
      startNanos = nowNanos;
      startCpuNanos = system.getProcessCpuTime();
    }
  }

  /** All are done: the line for the process that started this one. */
  String result(long bytes, long nowNanos) {
    double second = TimeUnit.SECONDS.toNanos(1);
    return String.join(" ", RESULT, Long.toString(bytes - startBytes), Double.toString((nowNanos - startNanos) / second),
        Double.toString((system.getProcessCpuTime() - startCpuNanos) / second), Long.toString(peakHeapBytes()),
        Long.toString(peakResidentBytes()));
  }

  private static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage).mapToLong(usage -> usage.getUsed()).sum();
  }

  private static long peakResidentBytes() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream().filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10).findFirst().orElse(0);
    } catch (IOException e) {
      return 0; // not Linux
    }
  }
}
