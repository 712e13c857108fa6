package dev.terra.rest.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.rest.rows.JobRow;
import dev.terra.rest.rows.ShuffleRow;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobRowsTest {
  private static final Instant T0 = Instant.parse("2026-01-31T12:00:00Z");

  /** Returns a shuffle whose members depend on its number. */
  private static ShuffleRow shuffle(int number, String state, String queue, String queueFrom, Instant expectedFinishAt) {
    long left = state.equals("running") || state.equals("waiting") ? 10L * number : 0;
    return new ShuffleRow("s" + number, "job", "job", queue, queueFrom, null, false, false, state,
        state.equals("failed") ? "failure " + number : null, number, -number, T0.plusSeconds(100 - number), null, "ordinary",
        T0.plusSeconds(number), null, null, expectedFinishAt, null, 100, 50, 40, 10L * number, number, .5, left, 0, 0, number, 1, 0, 0.8);
  }

  private static ShuffleRow shuffle(int number, String state) {
    return shuffle(number, state, null, null, null);
  }

  @ParameterizedTest
  @CsvSource({"ended, running, running", "waiting, idle, waiting", "idle, failed, idle", "ended, failed, failed", "ended, ended, ended"})
  void aJobIsInTheStateOfItsBusiestShuffle(String one, String other, String state) {
    assertThat(JobRows.row("job", List.of(shuffle(1, one), shuffle(2, other))).state()).isEqualTo(state);
    assertThat(JobRows.row("job", List.of(shuffle(1, other), shuffle(2, one))).state()).isEqualTo(state);
  }

  @Test
  void bytesAndRatesAddUp() {
    JobRow row = JobRows.row("job", List.of(shuffle(1, "running"), shuffle(2, "running"), shuffle(3, "ended")));

    assertThat(row.shuffles()).isEqualTo(3);
    assertThat(row.expectedBytes()).isEqualTo(150);
    assertThat(row.doneBytes()).isEqualTo(120);
    assertThat(row.wireBytes()).isEqualTo(60);
    assertThat(row.compressSeconds()).isEqualTo(6);
    assertThat(row.restoreSeconds()).isEqualTo(1.5);
    assertThat(row.leftBytes()).isEqualTo(30);
    assertThat(row.bytesPerSecond()).isEqualTo(6);
    assertThat(row.progress()).isEqualTo(0.8);
  }

  @Test
  void termsAreTheMostUrgentOnes() {
    JobRow row = JobRows.row("job", List.of(shuffle(1, "running"), shuffle(5, "running")));

    assertThat(row.priority()).isEqualTo(-1);
    assertThat(row.weight()).isEqualTo(5);
    assertThat(row.deadlineAt()).isEqualTo(T0.plusSeconds(95));
    assertThat(row.arrivedAt()).isEqualTo(T0.plusSeconds(1));
  }

  @Test
  void itIsDoneWithItsLastShuffleOrAtATimeThatIsNotKnown() {
    ShuffleRow soon = shuffle(1, "running", null, null, T0.plusSeconds(5));
    ShuffleRow late = shuffle(2, "running", null, null, T0.plusSeconds(9));

    assertThat(JobRows.row("job", List.of(late, soon)).expectedFinishAt()).isEqualTo(T0.plusSeconds(9));
    assertThat(JobRows.row("job", List.of(soon, shuffle(3, "waiting"))).expectedFinishAt()).isNull();
    assertThat(JobRows.row("job", List.of(soon, shuffle(3, "ended"))).expectedFinishAt()).isEqualTo(T0.plusSeconds(5));
  }

  @Test
  void aQueueThatYarnConfirmsComesBeforeOneThatTheJobNames() {
    List<ShuffleRow> shuffles = List.of(shuffle(1, "running", "mine", "job", null), shuffle(2, "running", "etl", "yarn", null));

    assertThat(JobRows.row("job", shuffles).queue()).isEqualTo("etl");
    assertThat(JobRows.row("job", shuffles).queueFrom()).isEqualTo("yarn");
    assertThat(JobRows.row("job", shuffles.subList(0, 1)).queue()).isEqualTo("mine");
    assertThat(JobRows.row("job", List.of(shuffle(1, "ended"))).queue()).isNull();
  }

  @Test
  void theFirstFailureIsSaid() {
    assertThat(JobRows.row("job", List.of(shuffle(1, "ended"), shuffle(2, "failed"), shuffle(3, "failed"))).failure())
        .isEqualTo("failure 2");
  }

  @Test
  void ofManyShufflesSomeAreNamed() {
    JobRow row = JobRows.row("job", Collections.nCopies(60, shuffle(1, "running")));

    assertThat(row.shuffles()).isEqualTo(60);
    assertThat(row.shuffleIds()).hasSize(50);
  }
}
