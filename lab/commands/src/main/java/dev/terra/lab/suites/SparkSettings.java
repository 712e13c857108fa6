package dev.terra.lab.suites;

import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.SparkEngine;
import dev.terra.lab.engine.SparkSetting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs a job of Spark's with each of some settings, with both shuffles, on one testbed. */
final class SparkSettings {
  private final SparkEngine engine;
  private final JobRunner runner;
  private final double size;

  /** Makes a runner of jobs of a given size. */
  SparkSettings(JobRunner runner, SparkEngine engine, double size) {
    this.runner = runner;
    this.engine = engine;
    this.size = size;
  }

  /** Runs all settings, on a testbed without input. */
  List<SettingVerdict> run(List<SparkSetting> settings) throws IOException, InterruptedException {
    engine.prepare(runner.cluster(), List.of(), runner.progress());
    runner.warmUp("warm", engine.warmUps(), false);
    List<SettingVerdict> verdicts = new ArrayList<>();
    for (SparkSetting setting : settings) {
      SettingVerdict verdict = tryOut(setting);
      runner.progress().say("%s: %s", setting.label(), verdict.passed() ? "passed" : "FAILED: " + String.join("; ", verdict.problems()));
      verdicts.add(verdict);
    }
    return verdicts;
  }

  private SettingVerdict tryOut(SparkSetting setting) throws InterruptedException {
    try {
      return run(setting);
    } catch (IOException e) {
      return SettingVerdict.failed(setting, e.getMessage());
    }
  }

  private SettingVerdict run(SparkSetting setting) throws IOException, InterruptedException {
    engine.configure(runner.cluster(), setting.properties());
    RunResult stock = run(setting, "stock-" + setting.label(), false);
    boolean effective = engine.eventLogHas(setting.evidence());
    RunResult terra = run(setting, "terra-" + setting.label(), true);
    effective &= engine.eventLogHas(setting.evidence());
    Optional<String> whyStock = engine.whyStock(runner.cluster());
    boolean identical = engine.outputs(runner.cluster()).same(job(setting), "stock-" + setting.label(), "terra-" + setting.label());
    return SettingVerdict.of(setting, stock, terra, new SettingVerdict.Seen(identical, effective, whyStock.orElse(null)));
  }

  private RunResult run(SparkSetting setting, String name, boolean terra) throws IOException, InterruptedException {
    // no warm-up, since times are not compared
    runner.warmUp(name, List.of(), terra);
    RunResult result = runner.run(name, List.of(job(setting)), terra, Optional.empty());
    runner.progress().say("%s: %s, %s", name, result.secondsByJob(), result.counters());
    return result;
  }

  private DemoJob job(SparkSetting setting) {
    return setting.job().job(size);
  }
}
