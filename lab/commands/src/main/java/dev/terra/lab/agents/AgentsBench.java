package dev.terra.lab.agents;

import com.google.common.math.Quantiles;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Submission;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.CpuQuota;
import dev.terra.testbed.os.ProcessRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How much more several agents of a site carry than one, where each has a part of a core: one shuffle over a link that carries more than
 * all of them. The numbers of agents take turns, so that what else the machine does meets all alike.
 */
final class AgentsBench implements AutoCloseable {
  private static final String PREFIX = "tq-";
  /** More than two cores send. */
  private static final double LINK_BYTES_PER_SECOND = 10e9 / 8;
  private static final TerraSetup SIZE = new TerraSetup(256, 1);
  /** Without a limit: what is compiled then need not be compiled with it. */
  private static final int WARM_UP_SHARE = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Bed bed;
  private final Load load;
  private final Consumer<String> progress;
  private int runs;

  /**
   * What is measured.
   *
   * @param agents numbers of agents for each site, the first of which the others are compared with
   * @param cores that each agent has
   * @param bytes of a shuffle
   */
  record Load(List<Integer> agents, double cores, long bytes, int rounds) {}

  /**
   * What so many agents carried.
   *
   * @param bytesPerSecond of each round
   * @param ratio their median over that of the first number
   */
  record Row(int agentsPerSite, List<Double> bytesPerSecond, double medianBytesPerSecond, double ratio) {}

  AgentsBench(Load load, Consumer<String> progress) {
    this.load = load;
    this.progress = progress;
    this.bed = Bed.up(PairWan.of(LINK_BYTES_PER_SECOND), new Bed.Kind("agents", PREFIX, SIZE), progress);
  }

  List<Row> run() throws IOException, InterruptedException {
    Map<Integer, List<Double>> measured = new LinkedHashMap<>();
    for (int round = 1; round <= load.rounds(); round++) {
      for (int agents : load.agents()) {
        double bytesPerSecond = measure(agents);
        measured.computeIfAbsent(agents, key -> new ArrayList<>()).add(bytesPerSecond);
        progress.accept(String.format(Locale.ROOT, "round %d of %d, %d agents per site with %.2f cores each: %.1f MB/s", round,
            load.rounds(), agents, load.cores(), bytesPerSecond / 1e6));
      }
    }
    return rows(measured);
  }

  static List<Row> rows(Map<Integer, List<Double>> measured) {
    double first = Quantiles.median().compute(measured.values().iterator().next());
    List<Row> rows = new ArrayList<>();
    measured.forEach((agents, all) -> {
      double median = Quantiles.median().compute(all);
      rows.add(new Row(agents, List.copyOf(all), median, median / first));
    });
    return rows;
  }

  private double measure(int agents) throws IOException, InterruptedException {
    bed.testbed().processes().useAgentsPerSite(agents);
    bed.terra().start();
    List<CpuQuota> quotas = new ArrayList<>();
    try {
      seconds(load.bytes() / WARM_UP_SHARE);
      for (ProcessRecord process : bed.testbed().state().processes()) {
        if (process.name().startsWith(Cluster.AGENT) && process.isAlive()) {
          quotas.add(CpuQuota.limit(process, "terra-" + process.host() + "-" + process.name(), load.cores()));
        }
      }
      return load.bytes() / seconds(load.bytes());
    } finally {
      quotas.forEach(CpuQuota::close);
      bed.terra().stop();
    }
  }

  private double seconds(long bytes) throws IOException, InterruptedException {
    String id = "run-" + ++runs;
    try (Submission submission = bed.terra().submit(id, PairWan.matrix(id, bytes, PATIENCE))) {
      return submission.seconds(PATIENCE).get(0);
    }
  }

  @Override
  public void close() {
    bed.close();
  }
}
