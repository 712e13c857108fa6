package dev.terra.controller.view;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;

/**
 * The whole state of the controller at one moment. It is immutable: any thread may keep it and read it. What has not changed since
 * the previous view is the same object in both.
 *
 * @param version 1 for the controller's first view, then one more for each
 * @param wan the WAN's name
 * @param atSeconds the moment, in seconds since the controller started
 * @param totals sums since the controller started
 * @param links the links in the order of the WAN
 * @param agents the latest agent of each site
 * @param running the shuffles that are not over
 * @param ended the shuffles that are over, in the order in which they ended; the oldest are dropped
 * @param classes the latency classes with a promise for which anything was reported
 */
public record ControllerView(
    long version,
    String wan,
    double atSeconds,
    WorkTotals totals,
    RoundFigures rounds,
    ImmutableMap<LinkId, LinkFigures> links,
    ImmutableSortedMap<SiteId, AgentFigures> agents,
    ImmutableSortedMap<ShuffleId, ShuffleFigures> running,
    ImmutableMap<ShuffleId, ShuffleFigures> ended,
    OperatorFigures operator,
    ImmutableList<ClassFigures> classes,
    EventHistory events) {

  /** Returns a view that holds only the WAN's name. */
  public static ControllerView empty(String wan) {
    return new ControllerView(0, wan, 0, WorkTotals.NONE, RoundFigures.NONE, ImmutableMap.of(), ImmutableSortedMap.of(),
        ImmutableSortedMap.of(), ImmutableMap.of(), OperatorFigures.NONE, ImmutableList.of(),
        EventHistory.EMPTY);
  }

  /** Returns for how long any shuffle had placed bytes left to send, in seconds. */
  public double outstandingSeconds() {
    return totals.outstandingSeconds();
  }

  /** Returns all shuffles: first those that are over, then those that run. */
  public ImmutableList<ShuffleFigures> shuffles() {
    return ImmutableList.<ShuffleFigures>builder().addAll(ended.values()).addAll(running.values()).build();
  }

  /** Returns whether a later view differs from this one only by the time that has passed. */
  public boolean isStillTrueIn(ControllerView later) {
    return totals.equals(later.totals) && rounds.equals(later.rounds) && links.equals(later.links)
        && agents.equals(later.agents) && running.equals(later.running) && ended.equals(later.ended) && operator.equals(later.operator)
        && classes.equals(later.classes) && events.lastNumber() == later.events.lastNumber();
  }

  /** Returns the differences between this view and a later one. */
  public ControllerChange to(ControllerView later) {
    return new ControllerChange(later.version, later.atSeconds, later.totals, later.rounds,
        MapChange.between(links, later.links), MapChange.between(agents, later.agents), MapChange.between(running, later.running),
        MapChange.between(ended, later.ended), later.operator, later.classes, later.events.after(events.lastNumber()));
  }

  /**
   * Returns the view after a change.
   *
   * @throws IllegalArgumentException if the change is not the one that follows this view
   */
  public ControllerView after(ControllerChange change) {
    if (change.number() != version + 1) {
      throw new IllegalArgumentException("expected change " + (version + 1) + ", got " + change.number());
    }
    EventHistory more = events;
    for (ControllerEvent event : change.events()) {
      more = more.plus(event);
    }
    return new ControllerView(change.number(), wan, change.atSeconds(), change.totals(), change.rounds(),
        change.links().apply(links), ImmutableSortedMap.copyOf(change.agents().apply(agents)),
        ImmutableSortedMap.copyOf(change.running().apply(running)), change.ended().apply(ended), change.operator(), change.classes(),
        more);
  }
}
