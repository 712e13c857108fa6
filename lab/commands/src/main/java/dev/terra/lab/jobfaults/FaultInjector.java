package dev.terra.lab.jobfaults;

import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.CarriedBytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Injects one fault in the middle of a run with Terra and watches its effects: when it was noticed, and when shuffle
 * bytes flowed again where they had stopped. It is polled together with the {@link TrafficMonitor}.
 */
public final class FaultInjector {
  private final FaultKind kind;
  private final RunFault fault;
  private final TrafficMonitor traffic;
  private final DoubleSupplier arrivedShare;
  private final Clocks clocks;

  private String target;
  private long struckNanos = -1;
  private double atSeconds;
  private long outstandingBytes;
  private long struckMillis;
  private long deliveredBefore;
  private Double detectedSeconds;
  private Double resumedSeconds;

  /** The clocks: monotonic nanoseconds, and wall-clock milliseconds as agents use them. */
  public record Clocks(LongSupplier nanos, LongSupplier wallMillis) {}

  /**
   * Makes an injector for one run.
   *
   * @param arrivedShare the share of what sites expect from one another that has arrived, 0 to 1; 0 while nothing is
   *     under way
   */
  public FaultInjector(FaultKind kind, RunFault fault, TrafficMonitor traffic, DoubleSupplier arrivedShare, Clocks clocks) {
    this.kind = kind;
    this.fault = fault;
    this.traffic = traffic;
    this.arrivedShare = arrivedShare;
    this.clocks = clocks;
  }

  /** Injects the fault when it is due, and watches its effects after that. */
  public void poll(double secondsIntoRun) throws IOException, InterruptedException {
    if (struckNanos < 0) {
      double share = arrivedShare.getAsDouble();
      if (share > 0 && share >= fault.strikesAfter()) {
        strike(secondsIntoRun);
      }
      return;
    }
    double since = (clocks.nanos.getAsLong() - struckNanos) / 1e9;
    fault.goOn(since);
    if (detectedSeconds == null) {
      detect();
    }
    if (resumedSeconds == null && fault.flowsAgain()) {
      resumedSeconds = since;
    }
  }

  private void strike(double secondsIntoRun) throws IOException, InterruptedException {
    atSeconds = secondsIntoRun;
    fault.prepare();
    outstandingBytes = traffic.outstandingBytes();
    deliveredBefore = traffic.deliveredBytes();
    struckNanos = clocks.nanos.getAsLong();
    struckMillis = clocks.wallMillis.getAsLong();
    target = fault.strike();
  }

  /** Notes when agents detected the fault. They note events by the wall clock of the machine, which this process shares. */
  private void detect() {
    losses().findFirst().ifPresent(event -> detectedSeconds = (event.atMillis() - struckMillis) / 1e3);
  }

  private Stream<AgentSnapshot.Event> losses() {
    return traffic.events().stream().filter(event -> event.atMillis() >= struckMillis && isLoss(event));
  }

  private static boolean isLoss(AgentSnapshot.Event event) {
    return Stream.of("-down", "-silent", "-lost").anyMatch(event.what()::endsWith);
  }

  /** Repairs the fault and waits until the broken part works again. */
  public void mend() throws IOException, InterruptedException {
    fault.mend();
  }

  /** Returns what was observed; empty if the run ended before the fault was due. The fault must have been repaired. */
  public Optional<StrikeReport> report() throws IOException, InterruptedException {
    if (struckNanos < 0) {
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
    seen.addAll(fault.seen());
    seen.add(CarriedBytes.megabytes(traffic.deliveredBytes() - deliveredBefore) + " arrived by tunnels after the fault");
    return Optional.of(new StrikeReport(kind.label(), target, fault.strikes(), atSeconds, outstandingBytes,
        detectedSeconds, resumedSeconds, String.join("; ", seen)));
  }
}
