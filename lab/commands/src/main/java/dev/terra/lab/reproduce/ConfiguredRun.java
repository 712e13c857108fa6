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

/** One run of a configuration of the authors': tails against targets, and what ran in which class. */
final class ConfiguredRun {
  private static final double TAIL = 99.9;
  private static final double TARGET_TOLERANCE = 1.1;
  private static final double PERCENT = 100;
  /** Draws of the mix vary by less. */
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

  /** A class without a target keeps none. */
  private static Row tail(String name, Scenario setting, RunOutcome outcome, int number) {
    double ours = outcome.latencyMicros(number, TAIL);
    String what = String.format(Locale.ROOT, "p99.9 of class %d", number);
    if (number >= setting.rules().size()) {
      return new Row(name, what + ", which has no target", null, null, ours, "us", ours > 0);
    }
    AdmissionRule rule = setting.rules().get(number);
    long packets = setting.transport().packets(setting.load().sizes().points().get(0).bytes());
    double target = rule.targetNanosPerUnit() * packets / NANOS_PER_MICRO;
    return new Row(name, what, target, null, ours, "us", ours <= TARGET_TOLERANCE * target);
  }

  private static double offered(Scenario.Mix mix, int number) {
    List<Double> even = mix.evenHosts();
    double own = mix.shares().get(number);
    return PERCENT * (even == null ? own : Math.max(own, even.get(number)));
  }
}
