package dev.terra.rest.read;

import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.controller.view.SliceFigures;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.CacheFigures;
import dev.terra.core.wan.SiteId;
import dev.terra.rest.rows.CacheRow;
import dev.terra.rest.rows.CacheRow.CacheQueueRow;
import dev.terra.rest.rows.CacheRow.CacheShuffleRow;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Makes rows of agents' caches at one moment. */
final class CacheRows {
  private final ControllerView view;

  CacheRows(ControllerView view) {
    this.view = view;
  }

  /** Returns one row for each live agent that has a cache. */
  List<CacheRow> all() {
    return view.agents().entrySet().stream()
        .flatMap(site -> site.getValue().slices().stream().filter(SliceFigures::live).flatMap(slice -> row(site.getKey(), slice))).toList();
  }

  private Stream<CacheRow> row(SiteId site, SliceFigures slice) {
    Optional<CacheFigures> reported = Optional.ofNullable(slice.use()).flatMap(use -> Optional.ofNullable(use.cache()));
    return reported.stream().map(cache -> new CacheRow(site.name() + " " + slice.agent(), site.name(), slice.agent(), cache.usedBytes(),
        cache.capacityBytes(), cache.hits(), cache.misses(), cache.servedBytes(), cache.crossedBytes(), cache.savedBytes(),
        cache.disk().usedBytes(), cache.disk().capacityBytes(), cache.disk().hits(), queues(cache), shuffles(cache)));
  }

  private List<CacheQueueRow> queues(CacheFigures cache) {
    Map<String, Long> byQueue = cache.usedByShuffle().entrySet().stream()
        .collect(Collectors.groupingBy(used -> queue(used.getKey()), TreeMap::new, Collectors.summingLong(Map.Entry::getValue)));
    cache.shareByQueue().keySet().forEach(queue -> byQueue.putIfAbsent(queue, 0L));
    return byQueue.entrySet().stream()
        .map(used -> new CacheQueueRow(used.getKey(), used.getValue(), cache.shareByQueue().getOrDefault(used.getKey(), 0L)))
        .sorted(Comparator.comparingLong(CacheQueueRow::usedBytes).reversed()).toList();
  }

  private static List<CacheShuffleRow> shuffles(CacheFigures cache) {
    return cache.savedByShuffle().entrySet().stream().map(saved -> new CacheShuffleRow(saved.getKey().value(), saved.getValue()))
        .sorted(Comparator.comparingLong(CacheShuffleRow::savedBytes).reversed()).toList();
  }

  private String queue(ShuffleId shuffle) {
    return Optional.ofNullable(view.running().get(shuffle)).flatMap(ShuffleFigures::queue).map(Owner::queueName).orElse("");
  }
}
