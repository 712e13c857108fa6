package dev.terra.lab.fetch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.controller.core.network.CapacityUse;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.transfer.PlannedTimes;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** The capacity of links that plans left to small fetches while bulk ran, and the time at which bulk ends by such plans. */
final class BulkPlan {
  private final Map<LinkId, Double> sums = new HashMap<>();
  private int samples;

  /** Notes the capacity that plans leave at this moment, from the controller's list of links. */
  void note(JsonNode links) {
    samples++;
    for (JsonNode link : links) {
      double most = CapacityUse.MOST_LEFT * link.path("nominalBytesPerSecond").asDouble();
      sums.merge(LinkId.of(link.path("from").asText(), link.path("to").asText()),
          Math.min(most, link.path("leftBytesPerSecond").asDouble()), Double::sum);
    }
  }

  /** Returns the mean capacity that was left of each link, IP bytes/s. */
  Map<LinkId, Double> left() {
    Map<LinkId, Double> means = new HashMap<>();
    sums.forEach((link, sum) -> means.put(link, sum / samples));
    return means;
  }

  /**
   * Returns the seconds in which all shuffles are done that begin together, by plans that leave the given capacity of
   * each link, IP bytes/s.
   */
  static double seconds(Wan wan, Map<LinkId, Double> left, Map<String, TransferPlan> shuffles) {
    double planned = Payload.PLANNED_SHARE / Payload.SHARE;
    Wan rest = wan.mapLinks(link -> link.withCapacity(
        link.capacity().times(planned * (1 - left.getOrDefault(link.id(), 0.0) / link.capacity().bytesPerSecond()))));
    return Collections.max(PlannedTimes.of(rest, shuffles).values());
  }
}
