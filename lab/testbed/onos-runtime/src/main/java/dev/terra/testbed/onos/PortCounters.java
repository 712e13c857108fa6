package dev.terra.testbed.onos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DefaultPortStatistics;
import org.onosproject.net.device.PortStatistics;

/** What ports have carried, read from the switches when they are asked for, once a second at most. */
final class PortCounters {
  private static final long FRESH_NANOS = 1_000_000_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final Pattern PORT = Pattern.compile(
      "port +(\\d+): rx pkts=(\\d+), bytes=(\\d+), drop=(\\d+), errs=(\\d+).*?tx pkts=(\\d+), bytes=(\\d+), drop=(\\d+), errs=(\\d+)"
          + ".*?duration=(\\d+)\\.?(\\d*)s", Pattern.DOTALL);

  private final OvsPrograms programs;
  private final Bridges bridges;
  private final Map<DeviceId, Sample> samples = new HashMap<>();

  /** What was read last, and before. */
  private record Sample(long nanos, List<PortStatistics> now, List<PortStatistics> before) {}

  PortCounters(OvsPrograms programs, Bridges bridges) {
    this.programs = programs;
    this.bridges = bridges;
  }

  synchronized List<PortStatistics> total(DeviceId device) {
    return sample(device).now();
  }

  /** Since what was read before. */
  synchronized List<PortStatistics> difference(DeviceId device) {
    Sample sample = sample(device);
    List<PortStatistics> differences = new ArrayList<>();
    for (PortStatistics now : sample.now()) {
      sample.before().stream().filter(before -> before.portNumber().equals(now.portNumber())).findFirst()
          .ifPresent(before -> differences.add(difference(device, now, before)));
    }
    return differences;
  }

  private Sample sample(DeviceId device) {
    Sample old = samples.get(device);
    long nanos = System.nanoTime();
    if (old != null && nanos - old.nanos() < FRESH_NANOS) {
      return old;
    }
    Sample fresh = new Sample(nanos, read(device), old == null ? List.of() : old.now());
    samples.put(device, fresh);
    return fresh;
  }

  private List<PortStatistics> read(DeviceId device) {
    String text = bridges.bridge(device).map(bridge -> programs.openFlow(bridge, "", "dump-ports").orThrow()).orElse("");
    List<PortStatistics> ports = new ArrayList<>();
    Matcher port = PORT.matcher(text);
    while (port.find()) {
      ports.add(statistics(device, port));
    }
    return ports;
  }

  private static PortStatistics statistics(DeviceId device, Matcher port) {
    String fraction = (port.group(11) + "000000000").substring(0, 9);
    return DefaultPortStatistics.builder().setDeviceId(device).setPort(PortNumber.portNumber(number(port, 1)))
        .setPacketsReceived(number(port, 2)).setBytesReceived(number(port, 3)).setPacketsRxDropped(number(port, 4))
        .setPacketsRxErrors(number(port, 5)).setPacketsSent(number(port, 6)).setBytesSent(number(port, 7))
        .setPacketsTxDropped(number(port, 8)).setPacketsTxErrors(number(port, 9)).setDurationSec(number(port, 10))
        .setDurationNano(Long.parseLong(fraction)).build();
  }

  private static long number(Matcher matcher, int group) {
    return Long.parseLong(matcher.group(group));
  }

  private static PortStatistics difference(DeviceId device, PortStatistics now, PortStatistics before) {
    long nanos = nanos(now) - nanos(before);
    return DefaultPortStatistics.builder().setDeviceId(device).setPort(now.portNumber())
        .setPacketsReceived(now.packetsReceived() - before.packetsReceived())
        .setBytesReceived(now.bytesReceived() - before.bytesReceived())
        .setPacketsRxDropped(now.packetsRxDropped() - before.packetsRxDropped())
        .setPacketsRxErrors(now.packetsRxErrors() - before.packetsRxErrors())
        .setPacketsSent(now.packetsSent() - before.packetsSent())
        .setBytesSent(now.bytesSent() - before.bytesSent())
        .setPacketsTxDropped(now.packetsTxDropped() - before.packetsTxDropped())
        .setPacketsTxErrors(now.packetsTxErrors() - before.packetsTxErrors())
        .setDurationSec(nanos / NANOS_PER_SECOND).setDurationNano(nanos % NANOS_PER_SECOND).build();
  }

  private static long nanos(PortStatistics statistics) {
    return statistics.durationSec() * NANOS_PER_SECOND + statistics.durationNano();
  }
}
