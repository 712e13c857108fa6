package dev.terra.testbed.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The {@code tc} commands with which a kernel with netem shapes one direction of a link, on the sending router's
 * interface. Netem charges an offload frame as the packets in it, each with its Ethernet header; the rate is raised by
 * that header, so that the IP bytes of 1,500-byte packets pass at the configured rate. A cut loses everything and
 * leaves interface and routes alone.
 */
public final class NetemPlan {
  private static final double PACKET_BYTES = 1500;
  private static final double ETHERNET_HEADER_BYTES = 14;

  private NetemPlan() {}

  /**
   * Returns the command for a shape: what follows {@code tc -n NAMESPACE}. It works on a fresh interface and on one
   * that is shaped.
   */
  public static List<String> shape(String device, LinkShape shape, boolean cut) {
    double wireBitsPerSecond = shape.rate().bytesPerSecond() * 8 * (PACKET_BYTES + ETHERNET_HEADER_BYTES) / PACKET_BYTES;
    List<String> command = new ArrayList<>(List.of("qdisc", "replace", "dev", device, "root", "handle", "1:", "netem",
        "limit", Long.toString(limitPackets(shape)),
        "delay", micros(shape.delay()) + "us",
        "rate", Math.max(8, Math.round(wireBitsPerSecond)) + "bit"));
    if (cut) {
      command.addAll(List.of("loss", "100%"));
    }
    return List.copyOf(command);
  }

  /** Returns the command for a direction that loses packets or has another delay. */
  public static List<String> impaired(String device, LinkShape shape, Impairment impairment) {
    LinkShape now = new LinkShape(shape.rate(), impairment.delay().orElse(shape.delay()));
    List<String> command = new ArrayList<>(shape(device, now, impairment.silent()));
    if (!impairment.silent() && impairment.lossShare() > 0) {
      command.addAll(List.of("loss", String.format(Locale.ROOT, "%.4f%%", impairment.lossShare() * 100)));
    }
    return List.copyOf(command);
  }

  /** Returns the bound of netem's list, which covers queue and delay line. */
  private static long limitPackets(LinkShape shape) {
    double inFlight = shape.rate().bytesPerSecond() * shape.delay().toNanos() / 1e9;
    return (long) Math.ceil((shape.queueBytes() + inFlight) / PACKET_BYTES);
  }

  private static long micros(Duration duration) {
    return Math.round(duration.toNanos() / 1e3);
  }

  /** Returns the IP bytes of what a queue counted with Ethernet headers. */
  public static long ipBytes(long countedBytes, long packets) {
    return Math.max(0, countedBytes - packets * (long) ETHERNET_HEADER_BYTES);
  }
}
