package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Pattern;
import dev.terra.testbed.Labelled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of the fault matrix that are run on the testbed. */
public enum FaultRow implements Labelled {
  /** A link is cut and comes back. */
  CUT,
  /** A link is cut and comes back, repeatedly. */
  FLAP,
  /** A link loses all packets in one direction. */
  HALF_OPEN,
  /** A link has a tenth of its rate. */
  SLOW_LINK,
  /** A link loses 1 % of its packets. */
  LOSS,
  /** A link has a latency of 200 ms one way. */
  LATENCY,
  /** An agent that sends is killed and restarted. */
  AGENT_SENDER,
  /** An agent that receives is killed and restarted. */
  AGENT_RECEIVER,
  /** The controller is killed and restarted. */
  CONTROLLER,
  /** There are three controllers. The leader is killed and restarted. */
  LEADER_KILLED,
  /** There are three controllers. The leader is stopped, and continues after another one has begun to lead. */
  LEADER_PAUSED,
  /** There are three controllers. Their ZooKeeper is killed and restarted. */
  ZOOKEEPER,
  /** The disk below a spool is full. */
  DISK_FULL,
  /** Bits are flipped on tunnels over a link. */
  CORRUPTION;

  private static final double HOLD_SECONDS = 3;
  private static final double LONG_HOLD_SECONDS = 5;
  private static final double RESTART_SECONDS = 0.5;
  private static final double CUT_RESUMED_SECONDS = 1;
  private static final double CUT_RETURN_SECONDS = 2;
  /** The time from a controller's start until it has its state from all agents. */
  private static final double CONTROLLER_BACK_SECONDS = 5;
  /** The time from the end of the session of a killed leader, 2 s, until another one has its state from all agents. */
  private static final double NEXT_LEADER_SECONDS = 3;
  private static final int SEVERAL_CONTROLLERS = 3;
  private static final int FLAPS = 4;
  private static final double FLAP_SECONDS = 0.7;
  private static final double FLAP_PERIOD_SECONDS = 1.5;

  /** Returns the faults of this row. Most rows break the given link; faults of an agent are at its first end. */
  List<PlannedFault> faults(Wan wan, Link link) {
    SiteId site = link.id().from();
    return switch (this) {
      case CUT -> once(LinkFaults.cut(link), HOLD_SECONDS);
      case FLAP -> flaps(link);
      case HALF_OPEN -> once(LinkFaults.halfOpen(link), HOLD_SECONDS);
      case SLOW_LINK -> once(LinkFaults.slow(link), LONG_HOLD_SECONDS);
      case LOSS -> once(LinkFaults.loss(link), LONG_HOLD_SECONDS);
      case LATENCY -> once(LinkFaults.latency(link), LONG_HOLD_SECONDS);
      case AGENT_SENDER, AGENT_RECEIVER -> once(ProcessFaults.killedAgent(site), RESTART_SECONDS);
      case CONTROLLER, LEADER_KILLED -> once(ProcessFaults.killedController(), HOLD_SECONDS);
      case LEADER_PAUSED -> once(ProcessFaults.stalledController(), LONG_HOLD_SECONDS);
      case ZOOKEEPER -> once(ProcessFaults.killedZooKeeper(), RESTART_SECONDS);
      case DISK_FULL -> once(new ProcessFaults.DiskFull(link.id().to(), sideLink(wan, link)), HOLD_SECONDS);
      case CORRUPTION -> once(LinkFaults.corruption(link), LONG_HOLD_SECONDS);
    };
  }

  /**
   * Returns the link with the least capacity among the other links from the first end of a link; the link itself if
   * there is no other.
   */
  private static Link sideLink(Wan wan, Link link) {
    return wan.links().stream().filter(other -> other.id().from().equals(link.id().from()) && !other.id().equals(link.id()))
        .min(Comparator.comparingDouble(other -> other.capacity().bytesPerSecond())).orElse(link);
  }

  private static List<PlannedFault> once(Fault fault, double seconds) {
    return List.of(new PlannedFault(fault, 0, seconds));
  }

  private static List<PlannedFault> flaps(Link link) {
    List<PlannedFault> faults = new ArrayList<>();
    for (int i = 0; i < FLAPS; i++) {
      faults.add(new PlannedFault(LinkFaults.cut(link), i * FLAP_PERIOD_SECONDS, FLAP_SECONDS));
    }
    return faults;
  }

  /** Returns the pairs of sites that send. A killed agent only sends or only receives, so that the row tests that role. */
  List<Pattern.Pair> pairs(Wan wan, Link link) {
    SiteId site = link.id().from();
    return Pattern.ALL_TO_ALL.pairs(wan).stream().filter(pair -> switch (this) {
      case AGENT_SENDER -> pair.from().equals(site);
      case AGENT_RECEIVER -> pair.to().equals(site);
      case DISK_FULL -> pair.from().equals(site) && pair.to().equals(link.id().to());
      default -> true;
    }).collect(Collectors.toUnmodifiableList());
  }

  /** Returns how many controllers the row needs. */
  int controllers() {
    return switch (this) {
      case LEADER_KILLED, LEADER_PAUSED, ZOOKEEPER -> SEVERAL_CONTROLLERS;
      default -> 1;
    };
  }

  /** Returns the watch for this row. */
  Watch watch(Wan wan, Link link) {
    return switch (this) {
      case AGENT_SENDER -> Watch.ofSender(link.id().from());
      case AGENT_RECEIVER -> Watch.ofReceiver(link.id().from());
      case CONTROLLER, LEADER_KILLED, LEADER_PAUSED -> Watch.ofController(wan.sites().size());
      case CUT, FLAP, HALF_OPEN -> Watch.ofLink(link, true);
      case DISK_FULL -> Watch.ofLink(sideLink(wan, link), true);
      default -> Watch.ofLink(link, false);
    };
  }

  /** Returns the promise for this row. All faults are repaired while the transfer lasts, so that every byte can arrive. */
  Promise promise() {
    return switch (this) {
      case CUT -> Promise.DELIVERY.resumedWithin(CUT_RESUMED_SECONDS).returnUsedWithin(CUT_RETURN_SECONDS);
      case CONTROLLER -> Promise.DELIVERY.resumedWithin(HOLD_SECONDS + CONTROLLER_BACK_SECONDS);
      case LEADER_KILLED, LEADER_PAUSED -> Promise.DELIVERY.resumedWithin(NEXT_LEADER_SECONDS);
      case ZOOKEEPER, FLAP, HALF_OPEN, SLOW_LINK, LOSS, LATENCY, AGENT_SENDER, AGENT_RECEIVER, DISK_FULL, CORRUPTION -> Promise.DELIVERY;
    };
  }
}
