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

/** Measures one side of a run, in a process of its own, from the end of its warm-up on, and prints its results in a line. */
final class Side {
  /** The text before the port in the first line of output of a side that accepts connections. */
  static final String PORT = "port ";
  /** The line that a side prints when it is warm. A relay, which does not count bytes, reads the same line. */
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

  /** The cost of one side after its warm-up. */
  record Cost(double seconds, double cpuSeconds, long allocatedBytes) {}

  /** The results of one side: bytes, their cost, and the peaks of its memory. */
  record Result(long bytes, Cost cost, long peakHeapBytes, long peakResidentBytes) {
    /** Reads the next result that a side prints. */
    static Result read(BufferedReader from) throws IOException {
      String line = next(from, RESULT);
      String[] parts = line.split(" ");
      return new Result(Long.parseLong(parts[1]),
          new Cost(Double.parseDouble(parts[2]), Double.parseDouble(parts[3]), Long.parseLong(parts[4])),
          Long.parseLong(parts[5]), Long.parseLong(parts[6]));
    }
  }

  /** Returns the next line of a side that begins with a text. A JVM that is profiled may print other lines before. */
  static String next(BufferedReader from, String begin) throws IOException {
    for (String line = from.readLine(); line != null; line = from.readLine()) {
      if (line.startsWith(begin)) {
        return line;
      }
    }
    throw new IllegalStateException("a side ended before it said '" + begin.strip() + "'");
  }

  /** Notes how many bytes are done. */
  void progress(long bytes, long nowNanos) {
    if (!warm && bytes >= warmBytes) {
      begin(bytes, nowNanos);
      System.out.println(WARM);
    }
  }

  /** Begins to measure. */
  void begin(long bytes, long nowNanos) {
    warm = true;
    startBytes = bytes;
    startNanos = nowNanos;
    startCpuNanos = system.getProcessCpuTime();
    startAllocatedBytes = allocatedBytes();
  }

  /** Returns the line with the results for the process that started this one, after all bytes are done. */
  String result(long bytes, long nowNanos) {
    return String.join(" ", RESULT, Long.toString(bytes - startBytes), Double.toString((nowNanos - startNanos) / SECOND_NANOS),
        Double.toString((system.getProcessCpuTime() - startCpuNanos) / SECOND_NANOS), Long.toString(allocatedBytes() - startAllocatedBytes),
        Long.toString(peakHeapBytes()), Long.toString(peakResidentBytes()));
  }

  /** Returns the bytes that live threads have allocated on the heap. No thread that moves bytes ends before the run does. */
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
