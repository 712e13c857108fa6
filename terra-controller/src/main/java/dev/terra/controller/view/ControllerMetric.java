package dev.terra.controller.view;

import dev.terra.core.view.Metric;
import dev.terra.core.view.MetricKind;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The figures of a controller, each with its unit and how it is read from a view. */
@SuppressWarnings("ImmutableEnumChecker") // readings are method references without state
public enum ControllerMetric implements Metric {
  UPTIME("seconds", MetricKind.COUNTER, "Time since the controller started.", ControllerView::atSeconds),
  OUTSTANDING_TIME("seconds", MetricKind.COUNTER, "Time in which any shuffle had placed bytes left to send.",
      ControllerView::outstandingSeconds),
  ROUNDS("rounds", MetricKind.COUNTER, "Scheduling rounds.", view -> view.rounds().count()),
  EPOCH("number", MetricKind.GAUGE, "The last schedule that agents were told.", view -> view.rounds().epoch()),
  ROUND_TIME("milliseconds", MetricKind.GAUGE, "What the last round took.", view -> view.rounds().lastMillis()),
  LIVE_AGENTS("agents", MetricKind.GAUGE, "Agents whose streams are there and that speak.",
      view -> view.agents().values().stream().filter(AgentFigures::live).count()),
  PLANNED_TUNNELS("tunnels", MetricKind.GAUGE, "Tunnels that the agents that were seen are to keep.",
      view -> view.agents().values().stream().mapToInt(AgentFigures::plannedTunnels).sum()),
  TUNNELS_UP("tunnels", MetricKind.GAUGE, "Tunnels of which a live agent says that they are up.",
      view -> view.agents().values().stream().filter(AgentFigures::live).mapToInt(AgentFigures::tunnelsUp).sum()),
  LINKS_DOWN("links", MetricKind.GAUGE, "Directions of links that carry nothing.",
      view -> view.links().values().stream().filter(link -> !link.up()).count()),
  RUNNING_SHUFFLES("shuffles", MetricKind.GAUGE, "Shuffles that are not over.", view -> view.running().size()),
  OPEN_BUNDLES("bundles", MetricKind.GAUGE, "Bundles of running shuffles with bytes left.",
      view -> bundles(view, bundle -> bundle.leftBytes() > 0 ? 1 : 0)),
  SENDING_BUNDLES("bundles", MetricKind.GAUGE, "Bundles that have a rate.",
      view -> bundles(view, bundle -> bundle.rates().isEmpty() ? 0 : 1)),
  LEFT_BYTES("bytes", MetricKind.GAUGE, "Bytes that running shuffles have left to send to other sites.",
      view -> bundles(view, BundleFigures::leftBytes)),
  PLANNED_RATE("bytes/s", MetricKind.GAUGE, "The rates of all bundles together.", view -> bundles(view, BundleFigures::bytesPerSecond)),
  EVENTS("events", MetricKind.COUNTER, "Events since the controller started.", view -> view.events().lastNumber());

  private final String unit;
  private final MetricKind kind;
  private final String sentence;
  private final ToDoubleFunction<ControllerView> reading;

  ControllerMetric(String unit, MetricKind kind, String sentence, ToDoubleFunction<ControllerView> reading) {
    this.unit = unit;
    this.kind = kind;
    this.sentence = sentence;
    this.reading = reading;
  }

  private static double bundles(ControllerView view, ToDoubleFunction<BundleFigures> figure) {
    return view.running().values().stream().flatMap(shuffle -> shuffle.bundles().stream()).mapToDouble(figure).sum();
  }

  @Override
  public String id() {
    return "controller." + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public String unit() {
    return unit;
  }

  @Override
  public MetricKind kind() {
    return kind;
  }

  @Override
  public String sentence() {
    return sentence;
  }

  /** Its value in a view. */
  public double read(ControllerView view) {
    return reading.applyAsDouble(view);
  }
}
