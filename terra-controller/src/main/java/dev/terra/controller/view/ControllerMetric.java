package dev.terra.controller.view;

import dev.terra.core.view.DescribedMetric;
import dev.terra.core.view.MetricDescription;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The metrics of a controller, each with its unit and the function that reads it from a view. */
public enum ControllerMetric implements DescribedMetric<ControllerView> {
  UPTIME(MetricDescription.counter("seconds", "Time since the controller started.", ControllerView::atSeconds)),
  OUTSTANDING_TIME(MetricDescription.counter("seconds", "Time during which at least one shuffle had bytes to send to readers whose site "
      + "is known.",
      ControllerView::outstandingSeconds)),
  ROUNDS(MetricDescription.counter("rounds", "Scheduling rounds.", view -> view.rounds().count())),
  EPOCH(MetricDescription.gauge("number", "The number of the last schedule that agents received.", view -> view.rounds().epoch())),
  ROUND_TIME(MetricDescription.gauge("milliseconds", "How long the last scheduling round took.", view -> view.rounds().lastMillis())),
  LIVE_AGENTS(MetricDescription.gauge("agents", "Agents that are connected and not silent.",
      view -> view.agents().values().stream().filter(AgentFigures::live).count())),
  PLANNED_TUNNELS(MetricDescription.gauge("tunnels", "Tunnels that the controller has planned for all agents that have ever connected.",
      view -> view.agents().values().stream().mapToInt(AgentFigures::plannedTunnels).sum())),
  TUNNELS_UP(MetricDescription.gauge("tunnels", "Tunnels that live agents report as up.",
      view -> view.agents().values().stream().filter(AgentFigures::live).mapToInt(AgentFigures::tunnelsUp).sum())),
  LINKS_DOWN(MetricDescription.gauge("links", "Links that are down; each direction counts as one.",
      view -> view.links().values().stream().filter(link -> !link.up()).count())),
  RUNNING_SHUFFLES(MetricDescription.gauge("shuffles", "Shuffles that have not ended.", view -> view.running().size())),
  ENDED_SHUFFLES(MetricDescription.counter("shuffles", "Shuffles that have ended, failed ones included.",
      view -> view.totals().endedShuffles())),
  FAILED_SHUFFLES(MetricDescription.counter("shuffles", "Submitted shuffles that have ended although not all of their bytes arrived.",
      view -> view.totals().failedShuffles())),
  CONFIRMED_QUEUES(MetricDescription.gauge("shuffles", "Running shuffles whose queue YARN has confirmed.",
      view -> shuffles(view, ShuffleFigures::isQueueConfirmed))),
  CLAIMED_QUEUES(MetricDescription.gauge("shuffles", "Running shuffles whose job names a queue that YARN has not confirmed.",
      view -> shuffles(view, shuffle -> !shuffle.isQueueConfirmed() && shuffle.queue().isPresent()))),
  OPEN_BUNDLES(MetricDescription.gauge("bundles", "Bundles of running shuffles that have bytes left.",
      view -> bundles(view, bundle -> bundle.leftBytes() > 0 ? 1 : 0))),
  SENDING_BUNDLES(MetricDescription.gauge("bundles", "Bundles that have a rate.",
      view -> bundles(view, bundle -> bundle.rates().isEmpty() ? 0 : 1))),
  LEFT_BYTES(MetricDescription.gauge("bytes", "Bytes that running shuffles have left to send to other sites.",
      view -> bundles(view, BundleFigures::leftBytes))),
  RECEIVED_BYTES(MetricDescription.gauge("bytes", "Bytes of running shuffles that have arrived at other sites.",
      view -> bundles(view, BundleFigures::acknowledgedBytes))),
  WIRE_BYTES(MetricDescription.gauge("bytes", "The received bytes as they were on links; fewer where chunks were compressed.",
      view -> bundles(view, BundleFigures::wireBytes))),
  COMPRESSION_TIME(MetricDescription.gauge("seconds", "The time that agents' threads have spent on compressing and restoring chunks of "
      + "running shuffles.", view -> bundles(view, bundle -> bundle.onLinks().compressSeconds())
          + view.running().values().stream().mapToDouble(ShuffleFigures::restoreSeconds).sum())),
  PLANNED_RATE(MetricDescription.gauge("bytes/s", "The sum of the rates of all bundles.",
      view -> bundles(view, BundleFigures::bytesPerSecond))),
  EVENTS(MetricDescription.counter("events", "Events since the controller started.", view -> view.events().lastNumber()));

  @SuppressWarnings("ImmutableEnumChecker") // the reading functions have no state
  private final MetricDescription<ControllerView> description;

  ControllerMetric(MetricDescription<ControllerView> description) {
    this.description = description;
  }

  private static double shuffles(ControllerView view, Predicate<ShuffleFigures> which) {
    return view.running().values().stream().filter(which).count();
  }

  private static double bundles(ControllerView view, ToDoubleFunction<BundleFigures> figure) {
    return view.running().values().stream().flatMap(shuffle -> shuffle.bundles().stream()).mapToDouble(figure).sum();
  }

  @Override
  public String part() {
    return "controller";
  }

  @Override
  public MetricDescription<ControllerView> description() {
    return description;
  }
}
