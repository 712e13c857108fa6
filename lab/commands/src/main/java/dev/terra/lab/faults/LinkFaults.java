package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.testbed.control.LinkControl;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.Impairment;
import java.time.Duration;

/** The faults of a link. */
public final class LinkFaults {
  static final double SLOW_SHARE = 0.1;
  static final double LOSS_SHARE = 0.01;
  static final Duration LATENCY = Duration.ofMillis(200);

  private LinkFaults() {}

  private interface Change {
    void make(LinkControl links, SiteId from, SiteId to);
  }

  private record OfLink(String what, Link link, Change inject, Change repair) implements Fault {
    @Override
    public String name() {
      return what + " " + link.id().from() + "-" + link.id().to();
    }

    @Override
    public void inject(TestbedTerra on) {
      inject.make(on.testbed().links(), link.id().from(), link.id().to());
    }

    @Override
    public void repair(TestbedTerra on) {
      repair.make(on.testbed().links(), link.id().from(), link.id().to());
    }
  }

  /** Makes a fault in which both directions lose everything, and routes change. */
  public static Fault cut(Link link) {
    return new OfLink("cut", link, LinkControl::cut, LinkControl::restore);
  }

  /** Makes a fault in which the bytes that the first end sends are lost, and those of the second end arrive. */
  static Fault halfOpen(Link link) {
    return new OfLink("half-open", link, (links, from, to) -> links.impair(from, to, Impairment.silence()),
        (links, from, to) -> links.impair(from, to, Impairment.NONE));
  }

  static Fault slow(Link link) {
    return new OfLink("slow", link, (links, from, to) -> links.setRate(from, to, link.capacity().times(SLOW_SHARE)),
        (links, from, to) -> links.setRate(from, to, link.capacity()));
  }

  static Fault loss(Link link) {
    return impaired("loss", link, Impairment.loss(LOSS_SHARE));
  }

  static Fault latency(Link link) {
    return impaired("latency", link, Impairment.delay(LATENCY));
  }

  /**
   * Makes a fault that flips bits in some of the frames that tunnels send over the link, in both directions, such that
   * TCP's checksum does not detect them.
   */
  public static Fault corruption(Link link) {
    return impaired("corruption", link, Cluster.CORRUPTED_TUNNELS);
  }

  private static Fault impaired(String what, Link link, Impairment impairment) {
    return new OfLink(what, link, (links, from, to) -> both(links, from, to, impairment),
        (links, from, to) -> both(links, from, to, Impairment.NONE));
  }

  private static void both(LinkControl links, SiteId from, SiteId to, Impairment impairment) {
    links.impair(from, to, impairment);
    links.impair(to, from, impairment);
  }
}
