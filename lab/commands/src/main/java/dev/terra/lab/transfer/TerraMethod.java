package dev.terra.lab.transfer;

import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Terra itself. The controller and the agents run for its turns only, so that their probes do not slow the other
 * methods. A small shuffle before the measured one warms them up, like agents that have run for weeks. If agents share
 * sites, there is a warm-up for each slice, as a pair's bytes are in one slice, which differs between shuffles with
 * successive names.
 */
final class TerraMethod implements Method {
  /** The divisor of the bytes of the warm-up, which lasts a second or two. */
  private static final int WARM_UP_SHARE = 20;
  private static final double PATIENCE = 20;

  private final Bed bed;
  private final TransferPlan plan;
  private int runs;

  TerraMethod(Bed bed, TransferPlan plan) {
    this.bed = bed;
    this.plan = plan;
  }

  @Override
  public String name() {
    return "terra";
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public Figures run() throws IOException, InterruptedException {
    try {
      bed.terra().start();
      runs++;
      for (int slice = 1; slice <= bed.testbed().processes().agentsPerSite(); slice++) {
        move("warm-up-" + runs + "-" + slice, plan.withBytes(flow -> Math.max(1, flow.bytes() / WARM_UP_SHARE)));
      }
      List<ProcessRecord> processes = bed.testbed().state().processes().stream()
          .filter(process -> process.name().startsWith("agent") || process.name().equals("controller"))
          .filter(ProcessRecord::isAlive).toList();
      processes.forEach(process -> ProcessUsage.resetPeak(process.pid()));
      double before = cpuSeconds(processes);
      double seconds = move("run-" + runs, plan);
      long peak = processes.stream().flatMap(process -> process.usage().stream()).mapToLong(ProcessUsage::peakBytes).sum();
      return new Figures(seconds, cpuSeconds(processes) - before, peak, true);
    } finally {
      bed.terra().stop();
    }
  }

  private static double cpuSeconds(List<ProcessRecord> processes) {
    return processes.stream().flatMap(process -> process.usage().stream()).mapToDouble(ProcessUsage::cpuSeconds).sum();
  }

  private double move(String id, TransferPlan moved) throws IOException, InterruptedException {
    return bed.seconds(id, moved, Duration.ofSeconds(Math.round(PATIENCE * plan.gammaSeconds()) + 60));
  }
}
