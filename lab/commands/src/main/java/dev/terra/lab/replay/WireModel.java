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
 * The emulated WAN in the form that a simulation needs, so that simulation and replay describe the same WAN. Its times
 * are on the trace's clock, on which all that takes its time on the wire takes {@link Pace#speed} times as long.
 */
final class WireModel {
  /** The time for which the controller gathers events before a round. */
  private static final double GATHER_SECONDS = 0.005;
  private static final double NANOS = 1e9;

  private WireModel() {}

  /** Returns the WAN with the part of the capacities that is left for data, and with latencies on the trace's clock. */
  static Wan wan(Wan wan, Pace pace) {
    return wan.times(Payload.PLANNED_SHARE).mapLinks(link -> new Link(link.id(), link.capacity(),
        link.latency().multipliedBy(Math.round(pace.speed() * 1_000)).dividedBy(1_000), link.price(), link.measured()));
  }

  /**
   * Returns options with which round trips count, and TCP fills the queues of links. By default, the controller's delay
   * is the time in which the news of an event reaches the controller's site, the mean latency of all sites. That site
   * has new rates immediately, the farthest site after its latency.
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

  /** Returns how long a packet waits in the full queue before a link, the mean over all links. */
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
