package dev.terra.lab.faults;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.bed.TransferPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** One transfer, and faults that strike in its middle. */
final class FaultRun {
  /** The share of the bytes after which the first fault strikes. */
  private static final double TRIGGER_SHARE = 0.15;
  /** The shuffle's own deadline: many times what a transfer takes with any of these faults. */
  static final long DEADLINE_SECONDS = 90;
  /**
   * The time for an answer after the deadline, at which the shuffle fails immediately. A caller without an answer by
   * then counts as hung.
   */
  private static final long GRACE_SECONDS = 20;
  private static final Duration POLL = Duration.ofMillis(40);

  private final Bed bed;
  private final TransferPlan plan;
  private final String name;
  private final List<PlannedFault> faults;
  private final Watch watch;
  private final Promise promise;
  private final Optional<FaultLoad.Shrinking> shrinking;
  private final List<Step> steps = new ArrayList<>();
  private double struckAtSeconds = -1;

  /** The beginning or the end of a fault. */
  private record Step(double atSeconds, Fault fault, boolean breaks) {}

  /** The faults of a run, what is observed, and what is promised. */
  record Scenario(String name, List<PlannedFault> faults, Watch watch, Promise promise) {}

  FaultRun(Bed bed, TransferPlan plan, Scenario scenario, Optional<FaultLoad.Shrinking> shrinking) {
    this.bed = bed;
    this.plan = plan;
    this.name = scenario.name();
    this.faults = scenario.faults();
    this.watch = scenario.watch();
    this.promise = scenario.promise();
    this.shrinking = shrinking;
    for (PlannedFault fault : faults) {
      steps.add(new Step(fault.atSeconds(), fault.fault(), true));
      steps.add(new Step(fault.atSeconds() + fault.holdSeconds(), fault.fault(), false));
    }
    steps.sort(Comparator.comparingDouble(Step::atSeconds));
  }

  RunReport run() throws IOException, InterruptedException {
    FaultLoad load = new FaultLoad(name, plan, bed.testbed().directory().file("faults", name), DEADLINE_SECONDS, shrinking);
    faults.forEach(planned -> planned.fault().prepare(bed.terra()));
    try {
      bed.terra().awaitTunnels();
      return run(load);
    } finally {
      faults.forEach(planned -> planned.fault().repair(bed.terra()));
      faults.forEach(planned -> planned.fault().cleanUp(bed.terra()));
      load.remove();
    }
  }

  private RunReport run(FaultLoad load) throws IOException, InterruptedException {
    TrafficMonitor traffic = bed.monitor();
    traffic.startRun(System.nanoTime());
    long start = System.nanoTime();
    try (Submission submission = bed.terra().submit(name, load.matrix())) {
      while (!submission.isOver() && secondsSince(start) < DEADLINE_SECONDS + GRACE_SECONDS) {
        traffic.poll(System.nanoTime());
        watch.look(System.nanoTime(), traffic);
        if (struckAtSeconds < 0 && traffic.deliveredBytes() >= TRIGGER_SHARE * load.totalBytes()) {
          struckAtSeconds = secondsSince(start);
        }
        takeSteps(start, traffic);
        Thread.sleep(POLL.toMillis());
      }
      traffic.poll(System.nanoTime());
      watch.look(System.nanoTime(), traffic);
      return judge(load, submission, secondsSince(start));
    }
  }

  private void takeSteps(long start, TrafficMonitor traffic) {
    while (struckAtSeconds >= 0 && !steps.isEmpty() && secondsSince(start) >= struckAtSeconds + steps.get(0).atSeconds) {
      Step step = steps.remove(0);
      if (step.breaks) {
        watch.injected(System.nanoTime(), System.currentTimeMillis());
        step.fault.inject(bed.terra());
      } else {
        step.fault.repair(bed.terra());
        watch.repaired(System.nanoTime(), traffic);
      }
    }
  }

  private static double secondsSince(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private RunReport judge(FaultLoad load, Submission submission, double waited) throws IOException {
    if (!submission.isOver()) {
      return report(Outcome.HUNG, waited, "no word after " + Math.round(waited) + " s; log: " + submission.log());
    }
    JsonNode result = submission.result();
    boolean complete = result.path("complete").asBoolean();
    double seconds = result.path("seconds").asDouble();
    Optional<String> wrong = load.problem(complete);
    if (wrong.isPresent()) {
      return report(Outcome.WRONG, seconds, wrong.get());
    }
    if (struckAtSeconds < 0) {
      return report(Outcome.NO_RESULT, seconds, "the transfer was over before the fault struck");
    }
    Optional<String> missed = missed();
    if (missed.isPresent()) {
      return report(Outcome.NO_RESULT, seconds, missed.get());
    }
    if (!complete) {
      String problem = result.path("problem").asText();
      return report(problem.isEmpty() ? Outcome.WRONG : Outcome.FAILED_CLEARLY, seconds, problem);
    }
    return report(Outcome.DELIVERED, seconds, "");
  }

  private Optional<String> missed() throws IOException {
    for (PlannedFault planned : faults) {
      Optional<String> missed = planned.fault().missed(bed);
      if (missed.isPresent()) {
        return missed;
      }
    }
    return Optional.empty();
  }

  private RunReport report(Outcome outcome, double seconds, String detail) {
    List<String> broken = promise.broken(outcome, watch.resumedSeconds(), watch.returnUsedSeconds());
    List<String> details = new ArrayList<>(detail.isEmpty() ? List.of() : List.of(detail));
    details.addAll(broken);
    return new RunReport(name, faults.stream().map(PlannedFault::toString).toList(), outcome, broken.isEmpty(),
        plan.totalBytes(), plan.gammaSeconds(), seconds, struckAtSeconds < 0 ? null : struckAtSeconds, watch.detectedSeconds(),
        watch.resumedSeconds(), watch.returnUsedSeconds(), String.join("; ", details));
  }
}
