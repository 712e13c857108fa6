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
import java.util.stream.Stream;

/**
 * A comparison of how much several agents of a site carry with how much one carries, where each has a part of a core.
 * They carry one shuffle over a link that is faster than all of them. The numbers of agents take turns, so that other
 * load on the machine affects all of them alike.
 */
final class AgentsBench {
  private final LimitedAgents limited;
  private final Load load;
  private final Consumer<String> progress;

  /**
   * The load of a measurement.
   *
   * @param agents numbers of agents for each site; the first number is what the others are compared with
   * @param cores of each agent
   * @param balance the policy that is measured beside the hash
   * @param sizes of the transfers of a shuffle, bytes
   */
  record Load(List<Integer> agents, double cores, BalanceKind balance, List<Long> sizes, int rounds) {}

  /** A number of agents of a site, and how they divide a shuffle. */
  record Team(int agents, BalanceKind balance) {}

  /**
   * The rates that one number of agents reached.
   *
   * @param bytesPerSecond of each round
   * @param ratio the median of the rounds divided by the median of the first number of agents
   */
  record Row(int agentsPerSite, String balance, List<Double> bytesPerSecond, double medianBytesPerSecond, double ratio) {}

  AgentsBench(LimitedAgents limited, Load load, Consumer<String> progress) {
    this.limited = limited;
    this.load = load;
    this.progress = progress;
  }

  List<Row> run() throws IOException, InterruptedException {
    Map<Team, List<Double>> measured = new LinkedHashMap<>();
    for (int round = 1; round <= load.rounds(); round++) {
      for (Team team : teams()) {
        double bytesPerSecond = measure(team);
        measured.computeIfAbsent(team, key -> new ArrayList<>()).add(bytesPerSecond);
        progress.accept(String.format(Locale.ROOT, "round %d of %d, %d agents per site with %.2f cores each, by %s: %.1f MB/s", round,
            load.rounds(), team.agents(), load.cores(), team.balance().word(), bytesPerSecond / 1e6));
      }
    }
    return rows(measured);
  }

  /** Returns the teams to measure. One agent has nothing to divide, so it is measured with the hash only. */
  private List<Team> teams() {
    return load.agents().stream().flatMap(agents -> agents == 1 ? Stream.of(new Team(1, BalanceKind.HASH))
        : Stream.of(new Team(agents, BalanceKind.HASH), new Team(agents, load.balance()))).toList();
  }

  static List<Row> rows(Map<Team, List<Double>> measured) {
    double first = Quantiles.median().compute(measured.values().iterator().next());
    List<Row> rows = new ArrayList<>();
    measured.forEach((team, all) -> {
      double median = Quantiles.median().compute(all);
      rows.add(new Row(team.agents(), team.balance().word(), List.copyOf(all), median, median / first));
    });
    return rows;
  }

  private double measure(Team team) throws IOException, InterruptedException {
    return limited.with(new LimitedAgents.Agents(Collections.nCopies(team.agents(), load.cores()), team.balance()), load.sizes(),
        limits -> limits.bytesPerSecond(load.sizes()));
  }
}
