package dev.terra.lab.replay;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.sim.ControllerDelay;
import dev.terra.sim.RoundTrips;
import dev.terra.sim.SimulationOptions;
import dev.terra.testbed.plan.DefaultRoutes;
import dev.terra.testbed.plan.LinkShape;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;

/**
 * The emulated WAN as a simulation has to know it, so that both speak of the same thing. It is given on the trace's clock, on which all
 * that takes its time on the wire takes {@link Pace#speed} times as long.
 */
final class WireModel {
  /** How long the controller gathers events before a round. */
  private static final double GATHER_SECONDS = 0.005;
  private static final double NANOS = 1e9;

  private WireModel() {}

  /** What is left for data of the capacities, and latencies on the trace's clock. */
  static Wan wan(Wan wan, Pace pace) {
    return wan.times(Payload.PLANNED_SHARE).mapLinks(link -> new Link(link.id(), link.capacity(),
        link.latency().multipliedBy(Math.round(pace.speed() * 1_000)).dividedBy(1_000), link.price(), link.measured()));
  }

  /**
   * Round trips count, and TCP fills the queues of links. By default, the controller's delay is what an event's news
   * takes to the controller's site, the mean latency of all sites. That site has new rates at once, the farthest by its latency later.
   */
  static SimulationOptions options(SimulationOptions asked, Wan wan, Pace pace) {
    ControllerDelay delay = !asked.delay().equals(ControllerDelay.NONE) ? asked.delay()
        : delay(secondsToController(wan).summaryStatistics(), pace.speed());
    RoundTrips trips = new RoundTrips(true, RoundTrips.TEN_SEGMENTS / pace.capacityFactor() * pace.speed(),
        queueSeconds(wan, pace) * pace.speed());
    return new SimulationOptions(asked.compute(), asked.events(), delay, trips, asked.earlyStart());
  }

  private static ControllerDelay delay(DoubleSummaryStatistics secondsToController, double speed) {
    return new ControllerDelay(GATHER_SECONDS * speed, secondsToController.getAverage() * speed, secondsToController.getMax() * speed);
  }

  /** How long a packet waits in the full queue before a link, on average. */
  private static double queueSeconds(Wan wan, Pace pace) {
    return pace.onWire(wan).links().stream().map(LinkShape::of)
        .mapToDouble(link -> link.queueBytes() / link.rate().bytesPerSecond()).average().orElse(0);
  }

  private static DoubleStream secondsToController(Wan wan) {
    SiteId core = DefaultRoutes.bestConnected(wan);
    DefaultRoutes routes = new DefaultRoutes(wan);
    return wan.sites().stream().map(Site::id)
        .mapToDouble(site -> routes.latency(site, core).orElse(Duration.ZERO).toNanos() / NANOS);
  }
}
