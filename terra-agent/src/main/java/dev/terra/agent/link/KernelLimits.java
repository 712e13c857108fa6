package dev.terra.agent.link;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The limits that this host's kernel sets for the buffers of a TCP connection. */
public final class KernelLimits {
  /** Linux's own default limits, which are assumed where the host does not report its limits. */
  private static final long USUAL_AUTOMATIC = 4 << 20;
  private static final long USUAL_EXPLICIT = 212_992;
  /** The size of the read buffer. A file has three numbers of at most twenty digits. */
  private static final int MAX_FILE_BYTES = 256;

  private KernelLimits() {}

  /** Reads the limits. The smaller of both directions counts, and half of an automatic buffer is for the kernel's own data. */
  public static SocketPlan.Limits read() {
    long automatic = Math.min(last("/proc/sys/net/ipv4/tcp_rmem", USUAL_AUTOMATIC), last("/proc/sys/net/ipv4/tcp_wmem", USUAL_AUTOMATIC));
    long explicit = Math.min(last("/proc/sys/net/core/rmem_max", USUAL_EXPLICIT), last("/proc/sys/net/core/wmem_max", USUAL_EXPLICIT));
    return new SocketPlan.Limits(automatic / 2, explicit);
  }

  private static long last(String file, long otherwise) {
    try {
      String[] numbers = readAtOnce(Path.of(file)).trim().split("\\s+");
      return Long.parseLong(numbers[numbers.length - 1]);
    } catch (IOException | NumberFormatException e) {
      return otherwise;
    }
  }

  /** Reads a file in one read: a second read returns nothing from the kernel, and Files.readString begins with a read of one byte. */
  private static String readAtOnce(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = new byte[MAX_FILE_BYTES];
      int length = in.read(bytes);
      return new String(bytes, 0, Math.max(0, length), StandardCharsets.US_ASCII);
    }
  }
}
