package dev.terra.cli.demo;

import dev.terra.cli.net.AgentSnapshot;
import dev.terra.cli.net.TrafficMonitor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Breaks one thing in the middle of a run with Terra and watches what becomes of it: when somebody noticed, and when shuffle bytes flowed
 * again where they had stopped. Polled together with the {@link TrafficMonitor}.
 */
final class FaultInjector {
  /** What can break. */
  enum Kind {
    AGENT, CONTROLLER, LINK;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** In the middle: after this share of the expected cross-site bytes arrived. */
  private static final double TRIGGER_SHARE = 0.3;

  private final Kind kind;
  private final DemoCluster cluster;
  private final TrafficMonitor traffic;
  private final double expectedBytes;
  private final LongSupplier wallClock;

  private String target;
  private List<String> cutEnds = List.of();
  private long injectedNanos = -1;
  private double atSeconds;
  private long outstandingBytes;
  private long injectedMillis;
  private ShuffleTotals countersBefore = ShuffleTotals.NONE;
  private Map<List<String>, Long> deliveredBefore = Map.of();
  private Double detectedSeconds;
  private Double resumedSeconds;

  FaultInjector(Kind kind, DemoCluster cluster, TrafficMonitor traffic, double expectedBytes, LongSupplier wallClock) {
    this.kind = kind;
    this.wallClock = wallClock;
    this.cluster = cluster;
    this.traffic = traffic;
    this.expectedBytes = expectedBytes;
  }

  /** Injects when it is time, and watches after that. */
  void poll(long nowNanos, double secondsIntoRun) throws IOException, InterruptedException {
    if (injectedNanos < 0) {
      if (traffic.outstandingBytes() > 0 && traffic.deliveredBytes() >= TRIGGER_SHARE * expectedBytes) {
        inject(nowNanos, secondsIntoRun);
      }
      return;
    }
    double since = (nowNanos - injectedNanos) / 1e9;
    if (detectedSeconds == null) {
      detect();
    }
    if (resumedSeconds == null && flowsAgain()) {
      resumedSeconds = since;
    }
  }

  private void inject(long nowNanos, double secondsIntoRun) throws IOException, InterruptedException {
    atSeconds = secondsIntoRun;
    outstandingBytes = traffic.outstandingBytes();
    countersBefore = cluster.shuffleCounters();
    deliveredBefore = traffic.deliveredByPath();
    injectedNanos = nowNanos;
    injectedMillis = wallClock.getAsLong();
    switch (kind) {
      case AGENT -> {
        target = traffic.busiestSite().orElseThrow();
        cluster.killAgent(target);
      }
      case CONTROLLER -> {
        target = "controller";
        cluster.killController();
      }
      case LINK -> {
        cutEnds = busiestLink();
        target = String.join("-", cutEnds);
        cluster.cutLink(cutEnds.get(0), cutEnds.get(1));
      }
    }
  }

  private List<String> busiestLink() {
    List<String> busiest = List.of();
    long most = -1;
    for (Map.Entry<List<String>, Long> path : deliveredBefore.entrySet()) {
      if (path.getKey().size() == 2 && path.getValue() > most) {
        busiest = path.getKey();
        most = path.getValue();
      }
    }
    if (busiest.isEmpty()) {
      throw new IllegalStateException("no link has carried anything yet");
    }
    return busiest;
  }

  /** Agents note events by the wall clock of the machine that they share with us. */
  private void detect() {
    losses().findFirst().ifPresent(event -> detectedSeconds = (event.atMillis() - injectedMillis) / 1e3);
  }

  private Stream<AgentSnapshot.Event> losses() {
    return traffic.events().stream().filter(event -> event.atMillis() >= injectedMillis && isLoss(event));
  }

  private static boolean isLoss(AgentSnapshot.Event event) {
    return Stream.of("-down", "-silent", "-lost").anyMatch(event.what()::endsWith);
  }

  /** Whether bytes arrive that the fault had stopped. */
  private boolean flowsAgain() throws IOException, InterruptedException {
    return switch (kind) {
      case AGENT -> cluster.shuffleCounters().stockBytes() > countersBefore.stockBytes();
      case CONTROLLER -> traffic.deliveredBytes() > sum(deliveredBefore);
      case LINK -> detourBytes() > 0;
    };
  }

  /** Bytes that since the fault went around the cut link. */
  private long detourBytes() {
    return traffic.deliveredByPath().entrySet().stream().filter(path -> isDetour(path.getKey()))
        .mapToLong(path -> path.getValue() - deliveredBefore.getOrDefault(path.getKey(), 0L)).sum();
  }

  private boolean isDetour(List<String> path) {
    return path.size() > 2 && cutEnds.contains(path.get(0)) && cutEnds.contains(path.get(path.size() - 1));
  }

  private static long sum(Map<List<String>, Long> bytes) {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Puts a cut link back. */
  void repair() throws IOException, InterruptedException {
    if (!cutEnds.isEmpty()) {
      cluster.restoreLink(cutEnds.get(0), cutEnds.get(1));
    }
  }

  /**
   * What happened, as far as it was observed; empty where the run ended before the fault's time came.
   *
   * @param counters the handlers' counters at the end of the run
   */
  Optional<DemoReport.FaultReport> report(ShuffleTotals counters) {
    if (injectedNanos < 0) {
      return Optional.empty();
    }
    List<String> seen = new ArrayList<>();
    List<AgentSnapshot.Event> losses = losses().toList();
    if (!losses.isEmpty()) {
      AgentSnapshot.Event first = losses.get(0);
      seen.add(String.format(Locale.ROOT, "first sign: %s %s (%s)", first.what(), first.target(), first.detail().strip()));
      Map<String, Long> kinds =
          losses.stream().collect(Collectors.groupingBy(AgentSnapshot.Event::what, TreeMap::new, Collectors.counting()));
      seen.add("agents reported " + kinds);
    }
    if (kind == Kind.LINK) {
      seen.add(megabytes(detourBytes()) + " between " + String.join(" and ", cutEnds) + " went around the cut link");
    }
    seen.add(megabytes(traffic.deliveredBytes() - sum(deliveredBefore)) + " arrived by tunnels after the fault");
    ShuffleTotals since = counters.minus(countersBefore);
    seen.add(megabytes(since.stockBytes()) + " were fetched directly, in " + since.fallbacks() + " fallbacks");
    return Optional.of(new DemoReport.FaultReport(kind.label(), target, atSeconds, outstandingBytes, detectedSeconds, resumedSeconds,
        String.join("; ", seen)));
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }
}
