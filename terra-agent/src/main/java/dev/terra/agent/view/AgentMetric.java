package dev.terra.agent.view;

import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** The figures of an agent, each with its unit and how it is read from a view. */
public enum AgentMetric implements DescribedMetric<AgentView> {
  DELIVERED_BYTES(MetricDescription.counter("bytes", "Bytes that receiving sites have acknowledged.",
      view -> view.deliveredBytes().values().stream().mapToLong(Long::longValue).sum())),
  OUTSTANDING_BYTES(MetricDescription.gauge("bytes", "Bytes that are to be sent through Terra and have not been acknowledged.",
      AgentView::outstandingBytes)),
  REQUESTED_OUTSTANDING_BYTES(MetricDescription.gauge("bytes", "Of those the ones that a reader waits for.",
      AgentView::requestedOutstandingBytes)),
  OPEN_BUNDLES(MetricDescription.gauge("bundles", "Bundles with bytes left to send.",
      view -> view.bundles().stream().filter(bundle -> bundle.outstanding() > 0).count())),
  READERS(MetricDescription.gauge("fetches", "Fetches of this site's handlers that are served now.", AgentView::readers)),
  SPOOL_MEMORY_USED(MetricDescription.gauge("bytes", "Memory that holds bytes which no reader has taken yet.",
      view -> view.spool().memoryUsedBytes())),
  SPOOL_DISK_USED(MetricDescription.gauge("bytes", "The same on disk.", view -> view.spool().diskUsedBytes())),
  SPOOL_AHEAD(MetricDescription.gauge("bytes", "Of both what came before anybody asked for it.", view -> view.spool().aheadBytes())),
  SPOOL_DISK_FAILED(MetricDescription.gauge("0 or 1", "Whether the spool's file has failed and is not used any more.",
      view -> view.spool().diskFailed() ? 1 : 0)),
  PLANNED_TUNNELS(MetricDescription.gauge("tunnels", "Tunnels that the controller wants from here.", view -> view.tunnels().size())),
  TUNNELS_UP(MetricDescription.gauge("tunnels", "Of those the ones that can be used.",
      view -> view.tunnels().stream().filter(AgentView.TunnelState::up).count())),
  HANDLERS(MetricDescription.gauge("handlers", "Handlers of this site that are attached.", view -> view.handlers().size())),
  REDIRECTED_FETCHES(MetricDescription.gauge("fetches", "Fetches that the attached handlers have sent to other sites' handlers.",
      sum(ShuffleCounters::getRedirectedFetches))),
  RELAYED_BYTES(MetricDescription.gauge("bytes", "Bytes that the attached handlers have had from this agent.",
      sum(ShuffleCounters::getRelayedBytes))),
  STOCK_BYTES(MetricDescription.gauge("bytes", "Bytes to other sites that the attached handlers served as stock handlers do.",
      sum(ShuffleCounters::getStockBytes))),
  BYPASSED_BYTES(MetricDescription.gauge("bytes", "Of bytes to other sites those that were too few for Terra.",
      sum(ShuffleCounters::getBypassedBytes))),
  LOCAL_BYTES(MetricDescription.gauge("bytes", "Bytes that the attached handlers served to their own site.",
      sum(ShuffleCounters::getLocalBytes))),
  FALLBACKS(MetricDescription.gauge("fetches", "Fetches through Terra that the attached handlers finished directly.",
      sum(ShuffleCounters::getFallbacks))),
  REFUSED_CONNECTIONS(MetricDescription.counter("connections", "Connections that were refused since there were too many of them.",
      view -> view.refused().connections())),
  UNHEARD_FRAMES(MetricDescription.counter("frames", "Control frames that did not count: a site's word that another one passed on while it "
      + "speaks itself, or a key that nobody had asked for.", view -> view.refused().frames())),
  REFUSED_SEGMENTS(MetricDescription.counter("segments", "Segments that were not taken in before a reader asked, since their site had told "
      + "of too many.", view -> view.refused().segments())),
  INSECURE(MetricDescription.gauge("0 or 1", "Whether there is no TLS, and everybody is believed.",
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
