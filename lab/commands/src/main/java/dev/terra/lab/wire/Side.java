package dev.terra.lab.wire;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** Measures one side of a run, a process of its own, from the end of its warming up on, and says what it has found in a line. */
final class Side {
  /** Before the port in the first line of the output of a side that takes connections. */
  static final String PORT = "port ";
  /** The line with which a side says that it is warm; a relay, which does not count bytes, reads the same line. */
  static final String WARM = "warm";
  private static final String RESULT = "result";
  private static final double SECOND_NANOS = 1e9;

  private final long warmBytes;
  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private boolean warm;
  private long startBytes;
  private long startNanos;
  private long startCpuNanos;
  private long startAllocatedBytes;

  Side(long warmBytes) {
    this.warmBytes = warmBytes;
  }

  /** What one side found after warming up. */
  record Cost(double seconds, double cpuSeconds, long allocatedBytes) {}

  /** What one side found: bytes, their cost, and the most memory it has had. */
  record Result(long bytes, Cost cost, long peakHeapBytes, long peakResidentBytes) {
    /** The next result that a side prints. */
    static Result read(BufferedReader from) throws IOException {
      String line = next(from, RESULT);
      String[] parts = line.split(" ");
      return new Result(Long.parseLong(parts[1]),
          new Cost(Double.parseDouble(parts[2]), Double.parseDouble(parts[3]), Long.parseLong(parts[4])),
          Long.parseLong(parts[5]), Long.parseLong(parts[6]));
    }
  }

  /** The next line of a side that begins so; a JVM that is profiled may have its say before. */
  static String next(BufferedReader from, String begin) throws IOException {
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      if (line.startsWith(begin)) {
        return line;
      }
    }
    throw new IllegalStateException("a side ended before it said '" + begin.strip() + "'");
  }

  /** So many bytes are done now. */
  void progress(long bytes, long nowNanos) {
    if (!warm && bytes >= warmBytes) {
      begin(bytes, nowNanos);
      System.out.println(WARM);
    }
  }

  /** Measures from now on. */
  void begin(long bytes, long nowNanos) {
    warm = true;
    startBytes = bytes;
    startNanos = nowNanos;
    startCpuNanos = system.getProcessCpuTime();
    startAllocatedBytes = allocatedBytes();
  }

  /** All are done: the line for the process that started this one. */
  String result(long bytes, long nowNanos) {
    return String.join(" ", RESULT, Long.toString(bytes - startBytes), Double.toString((nowNanos - startNanos) / SECOND_NANOS),
        Double.toString((system.getProcessCpuTime() - startCpuNanos) / SECOND_NANOS), Long.toString(allocatedBytes() - startAllocatedBytes),
        Long.toString(peakHeapBytes()), Long.toString(peakResidentBytes()));
  }

  /** On the heap, by the threads that live; none of those that move bytes ends before the run does. */
  private long allocatedBytes() {
    return LongStream.of(threads.getThreadAllocatedBytes(threads.getAllThreadIds())).filter(bytes -> bytes > 0).sum();
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
