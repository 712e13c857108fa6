package dev.terra.testbed.net;

import dev.terra.testbed.LinkClasses;
import dev.terra.testbed.plan.Impairment;
import dev.terra.testbed.plan.LinkShape;
import dev.terra.testbed.plan.WanLink;
import java.util.List;
import java.util.Optional;

/** The emulation of the links' rate, delay and queue: the kernel's netem, or a process of the testbed. */
public interface LinkEmulation {
  /** Sets a direction's rate; its delay stays. */
  void shape(WanLink link, boolean forward, LinkShape shape, boolean cut);

  /** Cuts or restores both directions. A cut link loses what it carries, silently, as a cut fibre does. */
  void cut(WanLink link, LinkShape forward, LinkShape backward, boolean cut);

  /**
   * Makes one direction misbehave, or ends this with {@link Impairment#NONE}; the next change of its shape may end it
   * too.
   *
   * @throws dev.terra.testbed.TestbedException if it cannot be emulated on this machine
   */
  void impair(WanLink link, boolean forward, LinkShape shape, Impairment impairment);

  /**
   * Gives all links a queue for each latency class, or one queue for all.
   *
   * @param classes empty: one queue
   * @throws dev.terra.testbed.TestbedException if it cannot be emulated on this machine
   */
  void classes(Optional<LinkClasses> classes);

  /** Returns the counters of all directed links, each link's forward direction first. */
  List<LinkCounters> counters(List<WanLink> links);
}
