package dev.terra.cli.demo;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

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
  private long stockBytesBefore;
  private Map<List<String>, Long> deliveredBefore = Map.of();
  private Double detectedSeconds;
  private String firstSign = "";
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
    stockBytesBefore = cluster.shuffleCounters().stockBytes();
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
    traffic.events().stream().filter(event -> event.atMillis() >= injectedMillis && isLoss(event)).findFirst().ifPresent(event -> {
      detectedSeconds = (event.atMillis() - injectedMillis) / 1e3;
      firstSign = event.what() + " " + event.target() + " " + event.detail();
    });
  }

  private static boolean isLoss(AgentSnapshot.Event event) {
    return event.what().endsWith("-down") || event.what().endsWith("-lost");
  }

  /** Whether bytes arrive that the fault had stopped. */
  private boolean flowsAgain() throws IOException {
    return switch (kind) {
      case AGENT -> cluster.shuffleCounters().stockBytes() > stockBytesBefore;
      case CONTROLLER -> traffic.deliveredBytes() > sum(deliveredBefore);
      case LINK -> traffic.deliveredByPath().entrySet().stream()
          .anyMatch(path -> isDetour(path.getKey()) && path.getValue() > deliveredBefore.getOrDefault(path.getKey(), 0L));
    };
  }

  private boolean isDetour(List<String> path) {
    return path.size() > 2 && path.get(0).equals(cutEnds.get(0)) && path.get(path.size() - 1).equals(cutEnds.get(1));
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

  /** What happened; empty where the run ended before the fault's time came. */
  Optional<DemoReport.FaultReport> report() {
    if (injectedNanos < 0) {
      return Optional.empty();
    }
    String action = switch (kind) {
      case AGENT -> "handlers of " + target + " fetched directly from the origin; other sites stopped redirecting there";
      case CONTROLLER -> "agents kept the last rates, and new fetches took the stock path after the lease";
      case LINK -> "bytes that the cut link had not delivered went out over other paths";
    };
    return Optional.of(new DemoReport.FaultReport(kind.label(), target, atSeconds, outstandingBytes, detectedSeconds, resumedSeconds,
        action + (firstSign.isBlank() ? "" : " (first sign: " + firstSign.strip() + ")")));
  }
}
