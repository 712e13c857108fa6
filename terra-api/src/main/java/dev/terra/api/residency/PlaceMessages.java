package dev.terra.api.residency;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.QueuePlaces;
import dev.terra.core.residency.Residency;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** Brings the residency of queues into messages, and out of them. */
public final class PlaceMessages {
  private PlaceMessages() {}

  /** What is said of all queues that have a rule. */
  public static List<QueuePlaces> of(Residency residency) {
    return residency.avoided().entrySet().stream().map(rule -> QueuePlaces.newBuilder().setQueue(rule.getKey())
        .addAllAvoided(rule.getValue().stream().map(SiteId::name).toList()).setStockRefused(residency.refusesStock(rule.getKey()))
        .build()).toList();
  }

  /**
   * The residency that was said. Of two rules for a queue the last one counts.
   *
   * @throws IllegalArgumentException if a name is none of a site
   */
  public static Residency of(List<QueuePlaces> rules) {
    return new Residency(rules.stream().collect(ImmutableMap.toImmutableMap(QueuePlaces::getQueue, rule ->
        rule.getAvoidedList().stream().map(SiteId::new).collect(ImmutableSet.toImmutableSet()), (first, last) -> last)),
        rules.stream().filter(QueuePlaces::getStockRefused).map(QueuePlaces::getQueue).collect(ImmutableSet.toImmutableSet()));
  }
}
