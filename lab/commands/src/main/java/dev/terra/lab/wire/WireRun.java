package dev.terra.lab.wire;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The results of one run at each of its processes; the relays in the path's order. */
record WireRun(Side.Result sender, List<Side.Result> relays, Side.Result receiver) {
  private static final double GIGABYTE = 1e9;

  double bytesPerSecond() {
    return receiver.bytes() / receiver.cost().seconds();
  }

  /** Returns the bytes for each processor second of the busier end. */
  double bytesPerCoreSecond() {
    return receiver.bytes() / Math.max(sender.cost().cpuSeconds(), receiver.cost().cpuSeconds());
  }

  /**
   * Returns the processor seconds of the costliest relay divided by those of the costlier end, for each byte; 0 without
   * relays.
   */
  double relayToEnd() {
    double end = Math.max(cpuSecondsOfGigabyte(sender), cpuSecondsOfGigabyte(receiver));
    return relays.stream().mapToDouble(this::cpuSecondsOfGigabyte).max().orElse(0) / end;
  }

  /**
   * Returns the processor seconds of a side for a gigabyte. A relay counts no bytes: the bytes that the receiver gets
   * during the measurement went through it.
   */
  double cpuSecondsOfGigabyte(Side.Result side) {
    return side.cost().cpuSeconds() * GIGABYTE / bytesOf(side);
  }

  private double allocatedOfGigabyte(Side.Result side) {
    return side.cost().allocatedBytes() * GIGABYTE / bytesOf(side);
  }

  private double bytesOf(Side.Result side) {
    return side.bytes() == 0 ? receiver.bytes() : side.bytes();
  }

  long peakHeapBytes() {
    return all().mapToLong(Side.Result::peakHeapBytes).max().orElse(0);
  }

  private Stream<Side.Result> all() {
    return Stream.concat(Stream.of(sender, receiver), relays.stream());
  }

  /** Returns the median run, by what it moved in a processor second. */
  static WireRun median(List<WireRun> runs) {
    List<WireRun> sorted = runs.stream().sorted(Comparator.comparingDouble(WireRun::bytesPerCoreSecond)).toList();
    return sorted.get(sorted.size() / 2);
  }

  ObjectNode json(ObjectMapper mapper) {
    ObjectNode json = mapper.createObjectNode()
        .put("bytesPerCoreSecond", bytesPerCoreSecond())
        .put("bytesPerSecond", bytesPerSecond())
        .put("senderCpuSeconds", sender.cost().cpuSeconds())
        .put("receiverCpuSeconds", receiver.cost().cpuSeconds())
        .put("relayToEnd", relayToEnd())
        .put("peakHeapBytes", peakHeapBytes())
        .put("peakResidentBytes", all().mapToLong(Side.Result::peakResidentBytes).max().orElse(0));
    json.set("sender", side(mapper, sender));
    json.set("receiver", side(mapper, receiver));
    ArrayNode between = json.putArray("relays");
    relays.forEach(relay -> between.add(side(mapper, relay)));
    return json;
  }

  private ObjectNode side(ObjectMapper mapper, Side.Result side) {
    return mapper.createObjectNode()
        .put("cpuSecondsPerGigabyte", cpuSecondsOfGigabyte(side))
        .put("allocatedBytesPerGigabyte", allocatedOfGigabyte(side))
        .put("peakHeapBytes", side.peakHeapBytes())
        .put("peakResidentBytes", side.peakResidentBytes());
  }
}
