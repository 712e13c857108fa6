package dev.terra.lab.suites;

import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.engine.SparkSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The verdict of whether a job of Spark's with a setting was affected by Terra, compared with the stock shuffle.
 *
 * @param problems how it was affected; none: passed
 * @param remoteBytes the bytes of shuffles that the job read from other sites with Terra, by its own count
 * @param bytesByTunnels the part of these bytes that came by tunnels
 * @param whyStock the reason that executors logged for taking Spark's own path; null if they take Terra's
 */
record SettingVerdict(String setting, boolean passed, List<String> problems, double stockSeconds, double terraSeconds,
    JobCounters stockCounters, JobCounters terraCounters, long remoteBytes, long bytesByTunnels, String whyStock) {
  private static final double MIN_TUNNEL_SHARE = 0.95;

  /**
   * The observations of a setting's two runs.
   *
   * @param identical whether their results were the same
   * @param effective whether the setting had its effect in both
   * @param whyStock the reason that executors logged for Spark's own path, or null
   */
  record Seen(boolean identical, boolean effective, String whyStock) {}

  /** Returns the verdict if a job failed, with either shuffle. */
  static SettingVerdict failed(SparkSetting setting, String why) {
    return new SettingVerdict(setting.label(), false, List.of(String.valueOf(why)), 0, 0, JobCounters.NONE, JobCounters.NONE, 0, 0, null);
  }

  /** Returns the verdict from both runs of a setting's only job. */
  static SettingVerdict of(SparkSetting setting, RunResult stock, RunResult terra, Seen seen) {
    List<String> problems = new ArrayList<>();
    if (!seen.identical) {
      problems.add("results differ");
    }
    if (!seen.effective) {
      problems.add("the event logs say nothing of " + setting.evidence());
    }
    long remote = sum(terra);
    long tunnels = terra.shuffle().relayedBytes();
    carried(setting, remote - terra.shuffle().bypassedBytes(), tunnels, seen.whyStock, problems);
    problems.addAll(setting.losesOutput() ? retries(stock.counters(), terra.counters()) : terra.counters().beyond(stock.counters()));
    return new SettingVerdict(setting.label(), problems.isEmpty(), List.copyOf(problems), seconds(stock), seconds(terra),
        stock.counters(), terra.counters(), remote, tunnels, seen.whyStock);
  }

  private static List<String> retries(JobCounters stock, JobCounters terra) {
    if (stock.stageRetries() == 0 || terra.stageRetries() == 0) {
      return List.of("no stage was tried again");
    }
    return new JobCounters(0, 0, terra.stageRetries()).beyond(new JobCounters(0, 0, stock.stageRetries()));
  }

  private static void carried(SparkSetting setting, long eligible, long tunnels, String whyStock, List<String> problems) {
    if (eligible <= 0 && setting.carrier() != SparkSetting.Carrier.BOTH) {
      problems.add("nothing crossed sites");
    }
    switch (setting.carrier()) {
      case TUNNELS -> {
        if (tunnels < MIN_TUNNEL_SHARE * eligible) {
          problems.add(String.format(Locale.ROOT, "tunnels carried only %d of %d bytes", tunnels, eligible));
        }
      }
      case SPARK -> {
        if (whyStock == null) {
          problems.add("no executor said why it takes Spark's own path");
        }
      }
      case BOTH -> { }
    }
  }

  private static long sum(RunResult run) {
    return run.crossSiteBytesByJob().values().stream().mapToLong(Long::longValue).sum();
  }

  private static double seconds(RunResult run) {
    return run.secondsByJob().values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
