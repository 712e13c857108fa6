package dev.terra.testbed.control;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Shell;
import dev.terra.testbed.plan.WanLink;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Other traffic over one direction of a link of a testbed. Iperf3 sends UDP at a fixed rate, whatever the effect on
 * others, between the gateway hosts' addresses on that link. It ends with the testbed.
 */
public final class BackgroundTraffic {
  private static final String IPERF = "iperf3";
  /** The UDP payload of a packet of 1,500 bytes. */
  private static final int PAYLOAD_BYTES = 1472;
  private static final double PAYLOAD_SHARE = PAYLOAD_BYTES / 1500.0;
  /** The port of the first link. Each link and direction has a port of its own, above those of Terra and Hadoop. */
  private static final int FIRST_PORT = 25_000;
  private static final int BITS = 8;

  private final Testbed testbed;
  private final WanLink link;
  private final boolean forward;

  /**
   * Makes traffic from one site to a neighbour, which is not started yet.
   *
   * @throws TestbedException if no link joins them, or iperf3 is not installed
   */
  public BackgroundTraffic(Testbed testbed, SiteId from, SiteId to) {
    this.testbed = testbed;
    this.link = testbed.addresses().link(from, to);
    this.forward = link.first().site().equals(from);
    if (!Shell.has(IPERF)) {
      throw new TestbedException("'" + IPERF + "' is missing: apt-get install -y " + IPERF);
    }
  }

  /** Begins to send at a rate in IP bytes a second, instead of the earlier rate. */
  public void start(Bandwidth rate) {
    stop();
    String port = Integer.toString(FIRST_PORT + 2 * link.number() + (forward ? 0 : 1));
    String from = forward ? link.firstOverlay() : link.secondOverlay();
    String to = forward ? link.secondOverlay() : link.firstOverlay();
    testbed.start(host(!forward), name("sink"), List.of(IPERF, "-s", "-B", to, "-p", port, "-i", "0"), Map.of());
    String bitsPerSecond = String.format(Locale.ROOT, "%.0f", rate.bytesPerSecond() * PAYLOAD_SHARE * BITS);
    // the sink listens within milliseconds; until then connections are refused immediately
    testbed.start(host(forward), name("source"), List.of("sh", "-c", "until \"$@\"; do sleep 0.1; done", IPERF, IPERF, "-c", to, "-B", from,
        "-p", port, "-u", "-b", bitsPerSecond, "-l", Integer.toString(PAYLOAD_BYTES), "-t", "0", "-i", "0"), Map.of());
  }

  /** Ends the traffic, if it runs. */
  public void stop() {
    testbed.state().processes().stream()
        .filter(process -> process.name().equals(name("source")) || process.name().equals(name("sink")))
        .forEach(BackgroundTraffic::end);
  }

  /** Ends a process and its children. The source's shell is ended first, as it would start iperf3 again. */
  private static void end(ProcessRecord process) {
    List<ProcessHandle> children = ProcessHandle.of(process.pid()).filter(handle -> process.isAlive()).stream()
        .flatMap(ProcessHandle::descendants).toList();
    process.kill();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private String host(boolean first) {
    return testbed.addresses().gateway((first ? link.first() : link.second()).site()).name();
  }

  private String name(String end) {
    return "background-" + link.number() + (forward ? "f" : "b") + "-" + end;
  }
}
