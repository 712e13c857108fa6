package dev.terra.lab.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.demo.RunResult;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.engine.SparkSetting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SparkSettingTest {
  private static RunResult run(long remoteBytes, ShuffleTotals shuffle, JobCounters counters) {
    return new RunResult(Map.of("join", 1.0), Map.of("join", remoteBytes), counters, Map.of(), shuffle, Map.of(), 0, Optional.empty());
  }

  private static SettingVerdict verdict(SparkSetting setting, long tunnels, long bypassed, String whyStock) {
    return SettingVerdict.of(setting, run(100, ShuffleTotals.NONE, JobCounters.NONE),
        run(100, new ShuffleTotals(tunnels, 0, bypassed, 0), JobCounters.NONE), new SettingVerdict.Seen(true, true, whyStock));
  }

  @Test
  void theDocumentsTableHasEverySettingAndNoOther() throws IOException {
    List<String> rows = Files.readAllLines(Path.of("../../docs/use/spark.md")).stream()
        .filter(line -> line.matches("\\| .* \\| `[a-z-]+` \\|")).toList();
    assertThat(rows).containsExactlyElementsOf(Arrays.stream(SparkSetting.values()).map(SparkSetting::row).toList());
  }

  @Test
  void tunnelsCarryWhatIsNotTooSmallForThem() {
    assertThat(verdict(SparkSetting.AUTHENTICATE, 95, 0, null).passed()).isTrue();
    assertThat(verdict(SparkSetting.AUTHENTICATE, 86, 10, null).passed()).isTrue();
    assertThat(verdict(SparkSetting.AUTHENTICATE, 94, 0, null).problems()).containsExactly("tunnels carried only 94 of 100 bytes");
  }

  @Test
  void sparksOwnPathHasAReason() {
    assertThat(verdict(SparkSetting.WITHOUT_SERVICE, 0, 0, "Terra: stock: no service").passed()).isTrue();
    assertThat(verdict(SparkSetting.WITHOUT_SERVICE, 0, 0, null).passed()).isFalse();
  }

  @Test
  void whatFailsOftenerThanWithStockIsToldApart() {
    SettingVerdict verdict = SettingVerdict.of(SparkSetting.DEFAULTS, run(100, ShuffleTotals.NONE, new JobCounters(0, 1)),
        run(100, new ShuffleTotals(100, 0, 0, 0), new JobCounters(1, 2)), new SettingVerdict.Seen(false, true, null));
    assertThat(verdict.problems())
        .containsExactly("results differ", "1 failed shuffles, stock had 0", "2 extra task attempts, stock had 1");
  }

  @Test
  void aSettingWithoutItsEffectProvesNothing() {
    RunResult run = run(100, new ShuffleTotals(100, 0, 0, 0), JobCounters.NONE);
    assertThat(SettingVerdict.of(SparkSetting.SKEWED_JOIN, run, run, new SettingVerdict.Seen(true, false, null)).problems())
        .containsExactly("the event logs say nothing of AQEShuffleRead [a-z ]*skewed");
  }

  @Test
  void whereAnOutputIsLostAStageIsTriedAgainAsWithStock() {
    assertThat(lost(new JobCounters(2, 2, 1), new JobCounters(3, 4, 1))).isEmpty();
    assertThat(lost(new JobCounters(2, 2, 1), JobCounters.NONE)).containsExactly("no stage was tried again");
    assertThat(lost(new JobCounters(2, 2, 1), new JobCounters(2, 2, 2))).containsExactly("2 stage retries, stock had 1");
  }

  private static List<String> lost(JobCounters stock, JobCounters terra) {
    ShuffleTotals carried = new ShuffleTotals(100, 0, 0, 0);
    return SettingVerdict.of(SparkSetting.STAGE_RETRY, run(100, ShuffleTotals.NONE, stock), run(100, carried, terra),
        new SettingVerdict.Seen(true, true, null)).problems();
  }
}
