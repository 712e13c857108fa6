package dev.terra.api.residency;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.api.v1.QueuePlaces;
import dev.terra.core.residency.Residency;
import dev.terra.core.wan.SiteId;
import java.util.List;

/** Converts the residency of queues to and from messages. */
public final class PlaceMessages {
  private PlaceMessages() {}

  /** Returns the messages for all queues that have a rule. */
  public static List<QueuePlaces> of(Residency residency) {
    return residency.avoided().entrySet().stream().map(rule -> QueuePlaces.newBuilder().setQueue(rule.getKey())
        .addAllAvoided(rule.getValue().stream().map(SiteId::name).toList()).setStockRefused(residency.refusesStock(rule.getKey()))
        .build()).toList();
  }

  /**
   * Returns the residency of messages. Of two rules for a queue, the last one counts.
   *
   * @throws IllegalArgumentException if a name is not that of a site
   */
  public static Residency of(List<QueuePlaces> rules) {
    return new Residency(rules.stream().collect(ImmutableMap.toImmutableMap(QueuePlaces::getQueue, rule ->
        rule.getAvoidedList().stream().map(SiteId::new).collect(ImmutableSet.toImmutableSet()), (first, last) -> last)),
        rules.stream().filter(QueuePlaces::getStockRefused).map(QueuePlaces::getQueue).collect(ImmutableSet.toImmutableSet()));
  }
}
