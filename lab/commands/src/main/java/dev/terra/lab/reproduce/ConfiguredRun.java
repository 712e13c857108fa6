package dev.terra.lab.reproduce;

import dev.terra.core.latency.AdmissionRule;
import dev.terra.reproduce.Row;
import dev.terra.reproduce.aequitas.PaperFigures.Case;
import dev.terra.reproduce.aequitas.RunOutcome;
import dev.terra.reproduce.aequitas.Scenario;
import dev.terra.reproduce.aequitas.ScenarioFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** One run of a configuration of the authors': tails compared with targets, and the shares of requests in the classes. */
final class ConfiguredRun {
  private static final double TAIL = 99.9;
  private static final double TARGET_TOLERANCE = 1.1;
  private static final double PERCENT = 100;
  /** The tolerance of a class's share, in percentage points. Random mixes vary by less. */
  private static final double MIX_TOLERANCE = 1;
  private static final double NANOS_PER_MICRO = 1e3;

  private ConfiguredRun() {}

  static Case of(Path file, ScenarioFile.Parsed parsed) {
    String name = String.valueOf(file.getFileName());
    return new Case(name, parsed.setting(), parsed.requests(), outcome -> rows(name, parsed.setting(), outcome));
  }

  private static List<Row> rows(String name, Scenario setting, RunOutcome outcome) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < outcome.classes(); i++) {
      rows.add(tail(name, setting, outcome, i));
      rows.add(new Row(name, "runs in class " + i, null, null, outcome.part(i) * PERCENT, "%", i == outcome.classes() - 1
          || outcome.part(i) * PERCENT <= offered(setting.mix(), i) + MIX_TOLERANCE));
    }
    for (int host = 0; setting.mix().evenHosts() != null && host < outcome.hosts(); host++) {
      double share = outcome.admittedShare(host);
      if (!Double.isNaN(share)) {
        rows.add(new Row(name, "host " + host + ": the mean share of class 0 that is admitted", null, null, share, "share", share > 0));
      }
    }
    return rows;
  }

  /**
   * Returns the row of a class's tail. A class without a target keeps none. If sizes differ, latencies and targets are
   * those of a packet. If the windows are so short that the rule settles at a lower percentile, that percentile is
   * judged.
   */
  private static Row tail(String name, Scenario setting, RunOutcome outcome, int number) {
    boolean perPacket = setting.load().sizes().points().size() > 1;
    DoubleUnaryOperator latency = percentile -> perPacket ? outcome.latencyMicrosPerPacket(number, percentile)
        : outcome.latencyMicros(number, percentile);
    double ours = latency.applyAsDouble(TAIL);
    String what = String.format(Locale.ROOT, "p99.9 of class %d%s", number, perPacket ? ", for each packet of a request" : "");
    if (number >= setting.rules().size()) {
      return new Row(name, what + ", which has no target", null, null, ours, "us", ours > 0);
    }
    AdmissionRule rule = setting.rules().get(number);
    long packets = (long) Math.ceil(setting.load().sizes().meanOnLine(setting.transport()) / setting.transport().packetBytes());
    double target = rule.targetNanosPerUnit() * (perPacket ? 1 : packets) / NANOS_PER_MICRO;
    double settled = PERCENT * rule.keptOnceSettled(Math.max(1, outcome.perSecond(number) / setting.fabric().pairs()), packets);
    String judged = settled >= TAIL ? what : String.format(Locale.ROOT, "%s; its windows keep the target for p%.2f", what, settled);
    return new Row(name, judged, target, null, ours, "us",
        latency.applyAsDouble(Math.min(settled, TAIL)) <= TARGET_TOLERANCE * target);
  }

  private static double offered(Scenario.Mix mix, int number) {
    List<Double> even = mix.evenHosts();
    double own = mix.shares().get(number);
    return PERCENT * (even == null ? own : Math.max(own, even.get(number)));
  }
}
