package dev.terra.lab.agents;

import com.google.common.math.Quantiles;
import dev.terra.core.balance.BalanceKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A measurement of when equal agents complete a shuffle whose partitions follow Zipf's law, if they divide it by hash
 * and if a policy divides it.
 */
final class SkewedPartitions {
  private final LimitedAgents limited;
  private final Load load;
  private final Consumer<String> progress;

  /**
   * The load of a measurement.
   *
   * @param agents of a site, and the policy that is compared with the hash
   * @param exponent of Zipf's law
   */
  record Load(LimitedAgents.Agents agents, double exponent, long bytes, int rounds) {}

  /**
   * How much later the last agent ends than the mean of all agents.
   *
   * @param lastOverMean of each round
   */
  record Row(String balance, List<Double> lastOverMean, double medianLastOverMean) {}

  SkewedPartitions(LimitedAgents limited, Load load, Consumer<String> progress) {
    this.limited = limited;
    this.load = load;
    this.progress = progress;
  }

  List<Row> run() throws IOException, InterruptedException {
    List<BalanceKind> kinds = List.of(BalanceKind.HASH, load.agents().balance());
    List<List<Double>> ratios = kinds.stream().map(kind -> (List<Double>) new ArrayList<Double>()).toList();
    for (int round = 1; round <= load.rounds(); round++) {
      for (int i = 0; i < kinds.size(); i++) {
        List<Long> sizes = PairWan.zipf(load.bytes(), load.exponent());
        List<LimitedAgents.Delivered> ends = limited.with(new LimitedAgents.Agents(load.agents().cores(), kinds.get(i)), sizes,
            limits -> limits.ends(sizes));
        ratios.get(i).add(lastOverMean(ends));
        progress.accept(String.format(Locale.ROOT, "round %d of %d by %s: the last of %d agents is done %.2f times as late as the mean: %s",
            round, load.rounds(), kinds.get(i).word(), ends.size(), lastOverMean(ends),
            ends.stream().map(SkewedPartitions::words).collect(Collectors.joining(", "))));
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      rows.add(new Row(kinds.get(i).word(), List.copyOf(ratios.get(i)), Quantiles.median().compute(ratios.get(i))));
    }
    return rows;
  }

  private static String words(LimitedAgents.Delivered agent) {
    return String.format(Locale.ROOT, "%.0f MB in %.1f s", agent.bytes() / 1e6, agent.endSeconds());
  }

  static double lastOverMean(List<LimitedAgents.Delivered> agents) {
    DoubleSummaryStatistics ends = agents.stream().mapToDouble(LimitedAgents.Delivered::endSeconds).summaryStatistics();
    return ends.getMax() / ends.getAverage();
  }
}
