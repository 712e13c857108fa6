package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.TrafficMonitor;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A watch over agents' events and counters after a fault. Events carry the wall clock of the machine, which agents
 * share with this process; counters are as old as the last poll. Unobserved values are null.
 */
final class Watch {
  private final Predicate<List<String>> concerned;
  private final String resumption;
  private final int resumptions;
  private final boolean returns;
  private long injectedMillis = -1;
  private long repairedNanos = -1;
  private long injectedNanos;
  private long deliveredAtRepair;
  private Double detectedSeconds;
  private Double resumedSeconds;
  private Double returnUsedSeconds;

  /**
   * Makes a watch.
   *
   * @param concerned whether the fault concerns a path
   * @param resumption the event that shows that work resumes; empty if bytes on the concerned paths show it
   * @param resumptions the number of such events that are needed
   * @param returns whether nothing arrives by the concerned paths until the repair
   */
  private Watch(Predicate<List<String>> concerned, String resumption, int resumptions, boolean returns) {
    this.concerned = concerned;
    this.resumption = resumption;
    this.resumptions = resumptions;
    this.returns = returns;
  }

  /** Makes a watch of a link. Its return can be observed only if the link {@code goesSilent}. */
  static Watch ofLink(Link link, boolean goesSilent) {
    List<String> there = List.of(link.id().from().name(), link.id().to().name());
    List<String> back = List.of(link.id().to().name(), link.id().from().name());
    return new Watch(path -> Collections.indexOfSubList(path, there) >= 0 || Collections.indexOfSubList(path, back) >= 0,
        "resumed", 1,
        goesSilent);
  }

  static Watch ofSender(SiteId site) {
    return new Watch(path -> path.get(0).equals(site.name()), "", 0, false);
  }

  static Watch ofReceiver(SiteId site) {
    return new Watch(path -> path.get(path.size() - 1).equals(site.name()), "", 0, false);
  }

  static Watch ofController(int agents) {
    return new Watch(path -> true, "controller-attached", agents, false);
  }

  void injected(long nowNanos, long nowMillis) {
    if (injectedMillis < 0) {
      injectedMillis = nowMillis;
      injectedNanos = nowNanos;
    }
  }

  /** Notes that the fault was repaired, for the first time or again. */
  void repaired(long nowNanos, TrafficMonitor traffic) {
    repairedNanos = nowNanos;
    deliveredAtRepair = delivered(traffic);
  }

  void look(long nowNanos, TrafficMonitor traffic) {
    if (injectedMillis < 0) {
      return;
    }
    List<AgentSnapshot.Event> since = traffic.events().stream().filter(event -> event.atMillis() >= injectedMillis).toList();
    if (detectedSeconds == null) {
      since.stream().filter(Watch::isSign).findFirst().ifPresent(event -> detectedSeconds = secondsAfter(event));
    }
    boolean bytesAgain = repairedNanos >= 0 && delivered(traffic) > deliveredAtRepair;
    if (resumedSeconds == null && resumption.isEmpty() && bytesAgain) {
      resumedSeconds = (nowNanos - injectedNanos) / 1e9;
    }
    List<AgentSnapshot.Event> again = since.stream().filter(event -> event.what().equals(resumption)).toList();
    if (resumedSeconds == null && !resumption.isEmpty() && again.size() >= resumptions) {
      resumedSeconds = secondsAfter(again.get(resumptions - 1));
    }
    if (returnUsedSeconds == null && returns && bytesAgain) {
      returnUsedSeconds = (nowNanos - repairedNanos) / 1e9;
    }
  }

  private double secondsAfter(AgentSnapshot.Event event) {
    return (event.atMillis() - injectedMillis) / 1e3;
  }

  private static boolean isSign(AgentSnapshot.Event event) {
    return event.what().startsWith("corrupt-") || Stream.of("-down", "-silent", "-lost").anyMatch(event.what()::endsWith);
  }

  private long delivered(TrafficMonitor traffic) {
    return traffic.deliveredByPath().entrySet().stream().filter(path -> concerned.test(path.getKey()))
        .mapToLong(Map.Entry::getValue).sum();
  }

  Double detectedSeconds() {
    return detectedSeconds;
  }

  Double resumedSeconds() {
    return resumedSeconds;
  }

  Double returnUsedSeconds() {
    return returnUsedSeconds;
  }
}
