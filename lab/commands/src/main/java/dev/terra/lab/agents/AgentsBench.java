package dev.terra.lab.agents;

import com.google.common.math.Quantiles;
import dev.terra.core.balance.BalanceKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How much more several agents of a site carry than one, where each has a part of a core: one shuffle over a link that carries more than
 * all of them. The numbers of agents take turns, so that what else the machine does meets all alike.
 */
final class AgentsBench {
  private final LimitedAgents limited;
  private final Load load;
  private final Consumer<String> progress;

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

  AgentsBench(LimitedAgents limited, Load load, Consumer<String> progress) {
    this.limited = limited;
    this.load = load;
    this.progress = progress;
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
    List<Long> sizes = PairWan.equal(load.bytes(), PairWan.TRANSFERS);
    return limited.with(new LimitedAgents.Agents(Collections.nCopies(agents, load.cores()), BalanceKind.HASH), sizes,
        limits -> limits.bytesPerSecond(sizes));
  }
}
