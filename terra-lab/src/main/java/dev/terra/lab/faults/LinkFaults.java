package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.Impairment;
import java.time.Duration;

/** What may happen to a link. */
final class LinkFaults {
  static final double SLOW_SHARE = 0.1;
  static final double LOSS_SHARE = 0.01;
  static final Duration LATENCY = Duration.ofMillis(200);

  private LinkFaults() {}

  private interface Change {
    void to(FaultBed bed, Link link);
  }

  private record OfLink(String what, Link link, Change inject, Change repair) implements Fault {
    @Override
    public String name() {
      return what + " " + link.id().from() + "-" + link.id().to();
    }

    @Override
    public void inject(FaultBed bed) {
      inject.to(bed, link);
    }

    @Override
    public void repair(FaultBed bed) {
      repair.to(bed, link);
    }
  }

  static Fault cut(Link link) {
    return new OfLink("cut", link, (bed, on) -> bed.testbed().links().cut(from(on), to(on)),
        (bed, on) -> bed.testbed().links().restore(from(on), to(on)));
  }

  /** What the first end sends is lost; what the second sends arrives. */
  static Fault halfOpen(Link link) {
    return new OfLink("half-open", link, (bed, on) -> bed.testbed().links().impair(from(on), to(on), Impairment.silence()),
        (bed, on) -> bed.testbed().links().impair(from(on), to(on), Impairment.NONE));
  }

  static Fault slow(Link link) {
    return new OfLink("slow", link, (bed, on) -> bed.testbed().links().setRate(from(on), to(on), on.capacity().times(SLOW_SHARE)),
        (bed, on) -> bed.testbed().links().setRate(from(on), to(on), on.capacity()));
  }

  static Fault loss(Link link) {
    return impaired("loss", link, Impairment.loss(LOSS_SHARE));
  }

  static Fault latency(Link link) {
    return impaired("latency", link, Impairment.delay(LATENCY));
  }

  static Fault corruption(Link link) {
    return impaired("corruption", link, Cluster.CORRUPTED_TUNNELS);
  }

  private static Fault impaired(String what, Link link, Impairment impairment) {
    return new OfLink(what, link, (bed, on) -> both(bed, on, impairment), (bed, on) -> both(bed, on, Impairment.NONE));
  }

  private static void both(FaultBed bed, Link link, Impairment impairment) {
    bed.testbed().links().impair(from(link), to(link), impairment);
    bed.testbed().links().impair(to(link), from(link), impairment);
  }

  private static SiteId from(Link link) {
    return link.id().from();
  }

  private static SiteId to(Link link) {
    return link.id().to();
  }
}
