package dev.terra.testbed.control;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.net.LinkCounters;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.SiteNet;
import dev.terra.testbed.plan.WanLink;
import dev.terra.testbed.state.TestbedState;
import dev.terra.testbed.state.TestbedState.LinkState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The WAN links of a testbed, and the operations on them while it is up. */
public final class LinkControl {
  /** The kernel's own bound on the number of packets in a frame. */
  private static final int MAX_SEGMENTS = 65_535;

  private final TestbedAccess testbed;

  LinkControl(TestbedAccess testbed) {
    this.testbed = testbed;
  }

  /**
   * Cuts both directions of a link: everything that it carries is lost. The default routes change after the re-route
   * delay. If the network keeps tunnels on their paths, its ports lose their signal immediately; otherwise the loss is
   * silent.
   */
  public void cut(SiteId a, SiteId b) {
    setCut(testbed.addresses().link(a, b), true);
  }

  /** Restores a link that was cut. */
  public void restore(SiteId a, SiteId b) {
    setCut(testbed.addresses().link(a, b), false);
  }

  private void setCut(WanLink link, boolean cut) {
    testbed.locked(() -> {
      Network network = testbed.network();
      if (testbed.state().network() != LabNetwork.OVERLAY) {
        network.signal(link, !cut);
      }
      network.links().cut(link, shape(link, true), shape(link, false), cut);
      change(link, old -> old.withCut(cut));
      TestbedState state = testbed.state();
      Set<LinkId> allCut = state.links().stream().filter(LinkState::cut)
          .map(old -> LinkId.of(old.from(), old.to())).collect(Collectors.toSet());
      network.reroute(allCut, Duration.ofMillis(Math.round(state.rerouteSeconds() * 1e3))).ifPresent(testbed::record);
    });
  }

  /** Gives both directions of a link another rate, IP bytes per second. */
  public void setRate(SiteId a, SiteId b, Bandwidth rate) {
    if (rate.bytesPerSecond() < 1) {
      throw new TestbedException("a link's rate must be above 0, got " + rate + "; to stop it use: link cut");
    }
    WanLink link = testbed.addresses().link(a, b);
    testbed.locked(() -> {
      boolean cut = state(link.forward().id()).cut();
      testbed.network().links().shape(link, true, shape(link, true).withRate(rate), cut);
      testbed.network().links().shape(link, false, shape(link, false).withRate(rate), cut);
      change(link, old -> old.withRate(rate.bytesPerSecond()));
    });
  }

  /**
   * Makes one direction of a link misbehave as {@link Impairment} describes, and in no other way; routes do not change.
   * A later cut, restore or rate may end it.
   *
   * @throws TestbedException if it cannot be emulated on this machine
   */
  public void impair(SiteId from, SiteId to, Impairment impairment) {
    WanLink link = testbed.addresses().link(from, to);
    boolean forward = link.first().site().equals(from);
    testbed.locked(() -> {
      if (!testbed.state().netem()) {
        asPackets(link, forward, impairment.lossShare() > 0);
      }
      testbed.network().links().impair(link, forward, shape(link, forward), impairment);
    });
  }

  /**
   * Gives all links a queue for each latency class, or one queue for all.
   *
   * @param classes empty: one queue
   * @throws TestbedException if it cannot be emulated on this machine
   */
  public void setClasses(Optional<LinkClasses> classes) {
    testbed.locked(() -> testbed.network().links().classes(classes));
  }

  /**
   * Sets the number of packets in a frame. The emulator receives frames that contain many packets; to lose single
   * packets, each must be a frame of its own.
   */
  private void asPackets(WanLink link, boolean forward, boolean single) {
    SiteNet sender = forward ? link.first() : link.second();
    testbed.network().configure("packets", Map.of(sender.routerName(),
        List.of("link set dev " + link.routerInterface() + " gso_max_segs " + (single ? 1 : MAX_SEGMENTS))));
  }

  private void change(WanLink link, UnaryOperator<LinkState> operator) {
    Set<SiteId> ends = Set.of(link.first().site(), link.second().site());
    testbed.change(state -> state.withLinks(state.links().stream()
        .map(old -> ends.equals(Set.of(new SiteId(old.from()), new SiteId(old.to()))) ? operator.apply(old) : old)
        .toList()));
  }

  private LinkState state(LinkId id) {
    return testbed.state().links().stream().filter(link -> LinkId.of(link.from(), link.to()).equals(id)).findFirst().orElseThrow();
  }

  private LinkShape shape(WanLink link, boolean forward) {
    LinkShape initial = LinkShape.of(forward ? link.forward() : link.backward());
    LinkState now = state(forward ? link.forward().id() : link.backward().id());
    return initial.withRate(new Bandwidth(now.rateBytesPerSecond()));
  }

  /** Returns the IP bytes that every directed link has carried since the testbed came up. */
  public List<LinkCounters> counters() {
    return testbed.network().links().counters(testbed.addresses().links());
  }
}
