package dev.terra.node.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of which jobs' shuffles may go through Terra. */
class ParticipationTest {
  private static final ActiveJob JOB = new ActiveJob("job_1_0001", "alice");

  private static Participation of(Map<String, String> settings) {
    return Participation.from(key -> Optional.ofNullable(settings.get(key)));
  }

  @Test
  void withoutSettingsAllMay() {
    assertThat(of(Map.of())).isEqualTo(Participation.ALL);
    assertThat(Participation.ALL.carries(JOB, "")).isTrue();
  }

  @Test
  void whoObservesCarriesNothing() {
    assertThat(of(Map.of("terra.mode", "observe")).carries(JOB, "etl")).isFalse();
  }

  @Test
  void onlyTheQueuesThatAreNamedMay() {
    Participation canary = of(Map.of("terra.canary.queues", " etl, root.adhoc ,"));

    assertThat(canary.carries(JOB, "etl")).isTrue();
    assertThat(canary.carries(JOB, "root.etl")).isTrue();
    assertThat(canary.carries(JOB, "root.adhoc")).isTrue();
    assertThat(canary.carries(JOB, "adhoc")).isFalse();
    assertThat(canary.carries(JOB, "")).as("not known yet").isFalse();
  }

  @Test
  void onlyTheUsersThatAreNamedMay() {
    assertThat(of(Map.of("terra.canary.users", "alice,bob")).carries(JOB, "q")).isTrue();
    assertThat(of(Map.of("terra.canary.users", "bob")).carries(JOB, "q")).isFalse();
    assertThat(of(Map.of("terra.canary.users", "alice", "terra.canary.queues", "etl")).carries(JOB, "q")).isFalse();
  }

  @Test
  void aShareIsOfJobsAndGrowsWithoutLeavingAnyOut() {
    Participation tenth = of(Map.of("terra.canary.percent", "10"));
    Participation half = of(Map.of("terra.canary.percent", "50"));
    ActiveJob[] jobs = IntStream.range(0, 2_000).mapToObj(i -> new ActiveJob("job_1_" + i, "u")).toArray(ActiveJob[]::new);

    assertThat(jobs).filteredOn(job -> tenth.carries(job, "")).hasSizeBetween(140, 260).allMatch(job -> half.carries(job, ""));
    assertThat(jobs).filteredOn(job -> half.carries(job, "")).hasSizeBetween(900, 1_100);
    assertThat(of(Map.of("terra.canary.percent", "0")).carries(JOB, "")).isFalse();
  }

  @Test
  void aWrongValueIsNamed() {
    assertThatThrownBy(() -> of(Map.of("terra.mode", "watch"))).hasMessageContaining("terra.mode").hasMessageContaining("watch");
    assertThatThrownBy(() -> of(Map.of("terra.canary.percent", "some"))).hasMessageContaining("terra.canary.percent");
    assertThatThrownBy(() -> of(Map.of("terra.canary.percent", "101"))).hasMessageContaining("terra.canary.percent");
  }
}
