package dev.terra.agent.view;

import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The metrics of an agent, each with its unit and how it is read from a view. */
public enum AgentMetric implements DescribedMetric<AgentView> {
  DELIVERED_BYTES(MetricDescription.counter("bytes", "Bytes that receiving sites have acknowledged.",
      view -> view.deliveredBytes().values().stream().mapToLong(Long::longValue).sum())),
  OUTSTANDING_BYTES(MetricDescription.gauge("bytes", "Bytes that are to be sent through Terra and are not acknowledged yet.",
      AgentView::outstandingBytes)),
  REQUESTED_OUTSTANDING_BYTES(MetricDescription.gauge("bytes", "The part of the outstanding bytes that a reader waits for.",
      AgentView::requestedOutstandingBytes)),
  OPEN_BUNDLES(MetricDescription.gauge("bundles", "Bundles with bytes left to send.",
      view -> view.bundles().stream().filter(bundle -> bundle.outstanding() > 0).count())),
  READERS(MetricDescription.gauge("fetches", "Fetches of this site's handlers that are in progress.", AgentView::readers)),
  SPOOL_MEMORY_USED(MetricDescription.gauge("bytes", "Memory in which bytes wait for their readers.",
      view -> view.spool().memoryUsedBytes())),
  SPOOL_DISK_USED(MetricDescription.gauge("bytes", "Disk space in which bytes wait for their readers.",
      view -> view.spool().diskUsedBytes())),
  SPOOL_AHEAD(MetricDescription.gauge("bytes", "The part of the spool, in memory and on disk, whose bytes no reader has requested yet.",
      view -> view.spool().aheadBytes())),
  SPOOL_DISK_FAILED(MetricDescription.gauge("0 or 1", "Is 1 if the spool's file has failed and is no longer used.",
      view -> view.spool().diskFailed() ? 1 : 0)),
  PLANNED_TUNNELS(MetricDescription.gauge("tunnels", "Tunnels that the controller has planned from this site.",
      view -> view.tunnels().size())),
  TUNNELS_UP(MetricDescription.gauge("tunnels", "Planned tunnels that can be used.",
      view -> view.tunnels().stream().filter(AgentView.TunnelState::up).count())),
  HANDLERS(MetricDescription.gauge("handlers", "Handlers of this site that are connected.", view -> view.handlers().size())),
  REDIRECTED_FETCHES(MetricDescription.gauge("fetches", "Fetches that the connected handlers have redirected to handlers of other sites.",
      sum(ShuffleCounters::getRedirectedFetches))),
  RELAYED_BYTES(MetricDescription.gauge("bytes", "Bytes that the connected handlers have received from this agent.",
      sum(ShuffleCounters::getRelayedBytes))),
  STOCK_BYTES(MetricDescription.gauge("bytes", "Bytes that the connected handlers served to other sites on the stock path, though they "
      + "qualified for Terra.",
      sum(ShuffleCounters::getStockBytes))),
  BYPASSED_BYTES(MetricDescription.gauge("bytes", "Bytes that the connected handlers served to other sites on the stock path, because "
      + "they were too few for Terra or the client could not use it.",
      sum(ShuffleCounters::getBypassedBytes))),
  LOCAL_BYTES(MetricDescription.gauge("bytes", "Bytes that the connected handlers served inside the site.",
      sum(ShuffleCounters::getLocalBytes))),
  FALLBACKS(MetricDescription.gauge("fetches", "Fetches through Terra that the connected handlers finished with a direct fetch.",
      sum(ShuffleCounters::getFallbacks))),
  REFUSED_CONNECTIONS(MetricDescription.counter("connections", "Connections that were refused because there were too many.",
      view -> view.refused().connections())),
  UNHEARD_FRAMES(MetricDescription.counter("frames", "Control frames that were ignored: keys that had not been requested.",
      view -> view.refused().frames())),
  REFUSED_SEGMENTS(MetricDescription.counter("segments", "Segments that were refused before a reader requested them, because their site "
      + "had announced too many.", view -> view.refused().segments())),
  COMPRESSED_PLAIN_BYTES(MetricDescription.counter("bytes", "Bytes that were sent to other sites in compressed chunks.",
      view -> view.compression().plainBytes())),
  COMPRESSED_WIRE_BYTES(MetricDescription.counter("bytes", "The bytes that those compressed chunks had on the way.",
      view -> view.compression().wireBytes())),
  COMPRESSION_SECONDS(MetricDescription.counter("seconds", "The time that threads have spent on compressing and restoring chunks, "
      + "waiting for a core included.", view -> view.compression().seconds())),
  CACHE_CAPACITY(MetricDescription.gauge("bytes", "Memory that may keep segments for further readers; 0 if there is no cache.",
      view -> view.cache().capacityBytes())),
  CACHE_USED(MetricDescription.gauge("bytes", "Memory that keeps segments for further readers.", view -> view.cache().usedBytes())),
  CACHE_HITS(MetricDescription.counter("segments", "Segments that a reader found in the cache or on their way into it.",
      view -> view.cache().traffic().hits())),
  CACHE_MISSES(MetricDescription.counter("segments", "Segments that crossed the WAN into the cache for their first reader.",
      view -> view.cache().traffic().misses())),
  CACHE_SERVED_BYTES(MetricDescription.counter("bytes", "Bytes that readers got out of the cache.",
      view -> view.cache().traffic().servedBytes())),
  CACHE_CROSSED_BYTES(MetricDescription.counter("bytes", "Bytes that crossed the WAN into the cache.",
      view -> view.cache().traffic().crossedBytes())),
  CACHE_DISK_CAPACITY(MetricDescription.gauge("bytes", "Disk space that may keep segments for further readers; 0 if the cache has none.",
      view -> view.cache().disk().capacityBytes())),
  CACHE_DISK_USED(MetricDescription.gauge("bytes", "Disk space that keeps segments for further readers.",
      view -> view.cache().disk().usedBytes())),
  CACHE_DISK_MEMORY(MetricDescription.gauge("bytes", "Memory for the books of the cache's disk, and for what is on its way there.",
      view -> view.cache().disk().memoryBytes())),
  CACHE_DISK_HITS(MetricDescription.counter("segments", "Segments that a reader found on the cache's disk.",
      view -> view.cache().disk().segments().hits())),
  CACHE_DISK_REFUSED(MetricDescription.counter("segments", "Segments that left the cache's memory, had several readers, and found no "
      + "room on its disk.", view -> view.cache().disk().segments().refused())),
  CACHE_DISK_FAILED(MetricDescription.gauge("0 or 1", "Is 1 if the cache's file has failed and is no longer used.",
      view -> view.cache().disk().failed() ? 1 : 0)),
  CACHE_STRAIGHT(MetricDescription.counter("fetches", "Fetches for whose segments the cache had no room.",
      view -> view.cache().traffic().straight())),
  CACHE_SPOILED(MetricDescription.counter("segments", "Segments whose bytes had changed in the cache.",
      view -> view.cache().spoiled())),
  INSECURE(MetricDescription.gauge("0 or 1", "Is 1 if TLS is off and peers are not authenticated.",
      view -> view.tls().isPresent() ? 0 : 1)),
  EVENTS(MetricDescription.counter("events", "Events since the agent started.", AgentView::eventCount));

  @SuppressWarnings("ImmutableEnumChecker") // readings have no state
  private final MetricDescription<AgentView> description;

  AgentMetric(MetricDescription<AgentView> description) {
    this.description = description;
  }

  private static ToDoubleFunction<AgentView> sum(ToLongFunction<ShuffleCounters> counter) {
    return view -> view.handlers().values().stream().mapToLong(counter).sum();
  }

  @Override
  public String part() {
    return "agent";
  }

  @Override
  public MetricDescription<AgentView> description() {
    return description;
  }
}
