package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs rows of the fault matrix and random sequences on a testbed of its own. */
public final class FaultMatrix implements AutoCloseable {
  /**
   * Bytes/s over all links while everything is sent. Two cores carry this with much to spare, so that the effects of
   * faults are measured.
   */
  private static final double SUM_OF_RATES = 200e6 / 8;
  /** The optimum of a transfer: long enough that a fault strikes, ends and is recovered from before the last byte. */
  private static final double GAMMA_SECONDS = 9;
  private static final TerraSetup SIZE = new TerraSetup(256, TerraSetup.USUAL.pathsPerPair());
  /** More bytes than a part of a flow has. */
  private static final long MOST_PART_BYTES = 128_000_000;
  private static final String PREFIX = "tf-";

  private final Bed bed;
  private final Wan wan;
  private final Link link;
  private final Optional<FaultLoad.Shrinking> shrinking;
  private final Consumer<String> progress;

  private FaultMatrix(Bed bed, Optional<FaultLoad.Shrinking> shrinking, Consumer<String> progress) {
    this.bed = bed;
    this.wan = bed.wan();
    this.link = busiestSpareLink(wan);
    this.shrinking = shrinking;
    this.progress = progress;
  }

  /** Brings a testbed up, with the capacities of this WAN scaled to what a small machine carries. */
  public static FaultMatrix up(Wan nominal, LabNetwork network, Consumer<String> progress) throws IOException {
    return up(nominal, network, Optional.empty(), progress);
  }

  /**
   * Brings up a testbed on which compressible bytes are moved, and whose agents compress them.
   *
   * @param ratio by which the bytes shrink, about; empty: they do not shrink, and nothing is compressed
   */
  public static FaultMatrix up(Wan nominal, LabNetwork network, Optional<Double> ratio, Consumer<String> progress) throws IOException {
    TerraSetup size = ratio.isPresent() ? SIZE.withAgentLines("compression: {mode: auto}") : SIZE;
    Bed bed = Bed.up(TransferPlan.scaled(nominal, SUM_OF_RATES), new Bed.Kind("faults", PREFIX, network, size), progress);
    try {
      bed.terra().start();
      bed.terra().makeArchive();
      if (ratio.isEmpty()) {
        return new FaultMatrix(bed, Optional.empty(), progress);
      }
      Path file = bed.testbed().directory().file("bytes.bin");
      ShrinkingBytes.write(file, ratio.get(), MOST_PART_BYTES, 1);
      return new FaultMatrix(bed, Optional.of(new FaultLoad.Shrinking(file, ratio.get())), progress);
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  /**
   * Returns the link of the largest capacity without which every site is still reachable; the largest link, if there is
   * no such link.
   */
  public static Link busiestSpareLink(Wan wan) {
    return wan.links().stream()
        .max(Comparator.<Link, Boolean>comparing(each -> isConnectedWithout(wan, each.id()))
            .thenComparingDouble(each -> each.capacity().bytesPerSecond())
            .thenComparing(each -> each.id().toString(), Comparator.reverseOrder()))
        .orElseThrow(() -> new IllegalArgumentException(wan.name() + " has no links"));
  }

  private static boolean isConnectedWithout(Wan wan, LinkId cut) {
    Set<SiteId> reached = new HashSet<>();
    Deque<SiteId> queue = new ArrayDeque<>(List.of(wan.sites().get(0).id()));
    while (!queue.isEmpty()) {
      SiteId site = queue.remove();
      if (reached.add(site)) {
        wan.links().stream().map(Link::id).filter(id -> id.from().equals(site) && !id.equals(cut) && !id.equals(cut.reversed()))
            .forEach(id -> queue.add(id.to()));
      }
    }
    return reached.size() == wan.sites().size();
  }

  /** Runs a row. */
  public RunReport row(FaultRow row) throws InterruptedException {
    if (row == FaultRow.CORRUPTION && bed.testbed().state().netem()) {
      return RunReport.none(row.label(), List.of(), Outcome.NOT_RUN, "TCP notices what netem garbles, so that no tunnel would see it");
    }
    try {
      bed.useControllers(row.controllers());
    } catch (IOException e) {
      return RunReport.none(row.label(), List.of(), Outcome.NO_RESULT, String.valueOf(e.getMessage()));
    }
    TransferPlan plan = TransferPlan.lasting(wan, row.pairs(wan, link), GAMMA_SECONDS);
    return run(row.label(), plan, row.faults(wan, link), row.watch(wan, link), row.promise());
  }

  /** Runs the sequence of a seed. */
  public RunReport sequence(long seed) throws InterruptedException {
    TransferPlan plan = TransferPlan.lasting(wan, Pattern.ALL_TO_ALL.pairs(wan), GAMMA_SECONDS);
    List<PlannedFault> faults = RandomFaults.sequence(wan, seed);
    return run("seed-" + seed, plan, faults, Watch.ofLink(link, false), Promise.DELIVERY);
  }

  private RunReport run(String name, TransferPlan plan, List<PlannedFault> faults, Watch watch, Promise promise)
      throws InterruptedException {
    progress.accept(name + ": " + faults);
    RunReport report;
    try {
      report = new FaultRun(bed, plan, new FaultRun.Scenario(name, faults, watch, promise), shrinking).run();
    } catch (IOException | RuntimeException e) {
      report = RunReport.none(name, faults.stream().map(PlannedFault::toString).toList(), Outcome.NO_RESULT,
          String.valueOf(e.getMessage()));
    }
    return recovered(report);
  }

  /** Checks that, after all repairs, all agents and tunnels come back by themselves. */
  private RunReport recovered(RunReport report) {
    try {
      bed.terra().awaitTunnels();
      return report;
    } catch (IOException e) {
      progress.accept(e.getMessage() + "; Terra is started anew");
      try {
        bed.terra().stop();
        bed.terra().start();
      } catch (IOException again) {
        progress.accept(again.getMessage());
      }
      return report.withProblem("afterwards " + e.getMessage());
    }
  }

  /**
   * Copies the logs of all processes that have run so far. The originals are deleted with the testbed.
   *
   * @param folder is made if necessary
   */
  public void keepLogs(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (Stream<Path> logs = Files.list(bed.testbed().directory().file("log"))) {
      for (Path log : logs.toList()) {
        Files.copy(log, folder.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Override
  public void close() {
    bed.close();
  }
}
