package dev.terra.lab.agents;

import com.google.common.math.Quantiles;
import dev.terra.core.balance.BalanceKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A measurement of what agents with different parts of a core carry together, compared with the sum of what each
 * carries alone. They divide the work by hash, or a policy divides it. Alone, each agent moves its part of the bytes,
 * so that all runs take about the same time.
 */
final class UnequalAgents {
  private final LimitedAgents limited;
  private final Load load;
  private final Consumer<String> progress;

  /**
   * The load of a measurement.
   *
   * @param cores of each agent of a site
   * @param balance the policy that is compared with the hash
   * @param bytes of a shuffle that all agents carry together
   * @param transfers of that shuffle
   */
  record Load(List<Double> cores, BalanceKind balance, long bytes, int transfers, int rounds) {}

  /** The median rate of an agent alone. */
  record Alone(double cores, double bytesPerSecond) {}

  /**
   * The rate of all agents together.
   *
   * @param bytesPerSecond the median
   * @param ratio of that median to the sum of what each agent carries alone
   */
  record Together(String balance, double bytesPerSecond, double ratio) {}

  /** The medians of all measurements. */
  record Result(List<Alone> alone, double sumBytesPerSecond, List<Together> together) {}

  UnequalAgents(LimitedAgents limited, Load load, Consumer<String> progress) {
    this.limited = limited;
    this.load = load;
    this.progress = progress;
  }

  Result run() throws IOException, InterruptedException {
    List<List<Double>> alone = load.cores().stream().map(cores -> (List<Double>) new ArrayList<Double>()).toList();
    Map<BalanceKind, List<Double>> together = new EnumMap<>(BalanceKind.class);
    for (int round = 1; round <= load.rounds(); round++) {
      for (int i = 0; i < alone.size(); i++) {
        alone.get(i).add(measure(List.of(load.cores().get(i)), BalanceKind.HASH, round));
      }
      for (BalanceKind kind : List.of(BalanceKind.HASH, load.balance())) {
        together.computeIfAbsent(kind, key -> new ArrayList<>()).add(measure(load.cores(), kind, round));
      }
    }
    return result(load.cores(), alone, together);
  }

  static Result result(List<Double> cores, List<List<Double>> alone, Map<BalanceKind, List<Double>> together) {
    List<Alone> each = new ArrayList<>();
    for (int i = 0; i < cores.size(); i++) {
      each.add(new Alone(cores.get(i), Quantiles.median().compute(alone.get(i))));
    }
    double sum = each.stream().mapToDouble(Alone::bytesPerSecond).sum();
    return new Result(each, sum, together.entrySet().stream().map(kind -> {
      double median = Quantiles.median().compute(kind.getValue());
      return new Together(kind.getKey().word(), median, median / sum);
    }).toList());
  }

  private double measure(List<Double> cores, BalanceKind kind, int round) throws IOException, InterruptedException {
    double all = load.cores().stream().mapToDouble(Double::doubleValue).sum();
    double part = cores.stream().mapToDouble(Double::doubleValue).sum() / all;
    List<Long> sizes = PairWan.equal((long) (load.bytes() * part), (int) Math.ceil(load.transfers() * part));
    double bytesPerSecond = limited.with(new LimitedAgents.Agents(cores, kind), sizes, limits -> limits.bytesPerSecond(sizes));
    progress.accept(String.format(Locale.ROOT, "round %d of %d, agents with %s cores by %s: %.1f MB/s", round, load.rounds(), cores,
        kind.word(), bytesPerSecond / 1e6));
    return bytesPerSecond;
  }
}
