package dev.terra.agent.view;

import dev.terra.api.v1.ShuffleCounters;
import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** The figures of an agent, each with its unit and how it is read from a view. */
public enum AgentMetric implements Metric {
  DELIVERED_BYTES(MetricKind.COUNTER, "bytes", "Bytes that receiving sites have acknowledged.",
      view -> view.deliveredBytes().values().stream().mapToLong(Long::longValue).sum()),
  OUTSTANDING_BYTES(MetricKind.GAUGE, "bytes", "Bytes that are to be sent through Terra and have not been acknowledged.",
      AgentView::outstandingBytes),
  REQUESTED_OUTSTANDING_BYTES(MetricKind.GAUGE, "bytes", "Of those the ones that a reader waits for.",
      AgentView::requestedOutstandingBytes),
  OPEN_BUNDLES(MetricKind.GAUGE, "bundles", "Bundles with bytes left to send.",
      view -> view.bundles().stream().filter(bundle -> bundle.outstanding() > 0).count()),
  READERS(MetricKind.GAUGE, "fetches", "Fetches of this site's handlers that are served now.", AgentView::readers),
  SPOOL_MEMORY_USED(MetricKind.GAUGE, "bytes", "Memory that holds bytes which no reader has taken yet.",
      view -> view.spool().memoryUsedBytes()),
  SPOOL_DISK_USED(MetricKind.GAUGE, "bytes", "The same on disk.", view -> view.spool().diskUsedBytes()),
  SPOOL_AHEAD(MetricKind.GAUGE, "bytes", "Of both what came before anybody asked for it.", view -> view.spool().aheadBytes()),
  SPOOL_DISK_FAILED(MetricKind.GAUGE, "0 or 1", "Whether the spool's file has failed and is not used any more.",
      view -> view.spool().diskFailed() ? 1 : 0),
  PLANNED_TUNNELS(MetricKind.GAUGE, "tunnels", "Tunnels that the controller wants from here.", view -> view.tunnels().size()),
  TUNNELS_UP(MetricKind.GAUGE, "tunnels", "Of those the ones that can be used.",
      view -> view.tunnels().stream().filter(AgentView.TunnelState::up).count()),
  HANDLERS(MetricKind.GAUGE, "handlers", "Handlers of this site that are attached.", view -> view.handlers().size()),
  REDIRECTED_FETCHES(MetricKind.GAUGE, "fetches", "Fetches that the attached handlers have sent to other sites' handlers.",
      sum(ShuffleCounters::getRedirectedFetches)),
  RELAYED_BYTES(MetricKind.GAUGE, "bytes", "Bytes that the attached handlers have had from this agent.",
      sum(ShuffleCounters::getRelayedBytes)),
  STOCK_BYTES(MetricKind.GAUGE, "bytes", "Bytes to other sites that the attached handlers served as stock handlers do.",
      sum(ShuffleCounters::getStockBytes)),
  BYPASSED_BYTES(MetricKind.GAUGE, "bytes", "Of bytes to other sites those that were too few for Terra.",
      sum(ShuffleCounters::getBypassedBytes)),
  LOCAL_BYTES(MetricKind.GAUGE, "bytes", "Bytes that the attached handlers served to their own site.", sum(ShuffleCounters::getLocalBytes)),
  FALLBACKS(MetricKind.GAUGE, "fetches", "Fetches through Terra that the attached handlers finished directly.",
      sum(ShuffleCounters::getFallbacks)),
  EVENTS(MetricKind.COUNTER, "events", "Events since the agent started.", AgentView::eventCount);

  private final MetricKind kind;
  private final String unit;
  private final String sentence;
  @SuppressWarnings("ImmutableEnumChecker") // a method reference or a lambda that captures nothing that changes
  private final ToLongFunction<AgentView> value;

  AgentMetric(MetricKind kind, String unit, String sentence, ToLongFunction<AgentView> value) {
    this.kind = kind;
    this.unit = unit;
    this.sentence = sentence;
    this.value = value;
  }

  private static ToLongFunction<AgentView> sum(ToLongFunction<ShuffleCounters> counter) {
    return view -> view.handlers().values().stream().mapToLong(counter).sum();
  }

  @Override
  public String id() {
    return "agent." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public MetricKind kind() {
    return kind;
  }

  @Override
  public String unit() {
    return unit;
  }

  @Override
  public String sentence() {
    return sentence;
  }

  /** Its value in a view. */
  public long of(AgentView view) {
    return value.applyAsLong(view);
  }
}
