package dev.terra.lab.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of when a row of the fault matrix holds. */
class PromiseTest {
  private static final Promise IN_TIME = Promise.DELIVERY.resumedWithin(1).returnUsedWithin(2);

  @ParameterizedTest
  @EnumSource
  void onlyWhatWasPromisedHolds(Outcome became) {
    assertThat(Promise.DELIVERY.broken(became, null, null).isEmpty()).isEqualTo(became == Outcome.DELIVERED);
    Promise failure = new Promise(Outcome.FAILED_CLEARLY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(failure.broken(became, null, null).isEmpty()).isEqualTo(became == Outcome.FAILED_CLEARLY);
  }

  @ParameterizedTest
  @EnumSource(names = {"DELIVERED", "FAILED_CLEARLY"})
  void limitsOfTimeAreThereWhateverBecameOfIt(Outcome became) {
    Promise promise = new Promise(became, 1, 2);
    assertThat(promise.broken(became, 1.0, 2.0)).isEmpty();
    assertThat(promise.broken(became, 1.1, 2.0)).containsExactly("things went on after 1.1 s; the limit is 1.0 s");
    assertThat(promise.broken(became, 1.0, 2.1)).containsExactly("the link's return was used after 2.1 s; the limit is 2.0 s");
  }

  @Test
  void whatWasNeverSeenIsTooLate() {
    assertThat(IN_TIME.broken(Outcome.DELIVERED, null, null)).hasSize(2).allMatch(problem -> problem.contains("never"));
    assertThat(Promise.DELIVERY.broken(Outcome.DELIVERED, null, null)).isEmpty();
  }

  @Test
  void everyProblemIsSaid() {
    assertThat(IN_TIME.broken(Outcome.FAILED_CLEARLY, 5.0, null)).hasSize(3).first().isEqualTo("it was to be delivered");
  }

  @Test
  void nobodyPromisesWrongBytes() {
    for (Outcome outcome : EnumSet.complementOf(EnumSet.of(Outcome.DELIVERED, Outcome.FAILED_CLEARLY))) {
      assertThatThrownBy(() -> new Promise(outcome, 1, 1)).hasMessageContaining(outcome.toString());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyRowsFaultIsMendedSoThatAllArrives(FaultRow row) {
    assertThat(row.promise().outcome()).isEqualTo(Outcome.DELIVERED);
    assertThat(Double.isInfinite(row.promise().resumedSeconds())).isEqualTo(
        !EnumSet.of(FaultRow.CUT, FaultRow.CONTROLLER, FaultRow.LEADER_KILLED, FaultRow.LEADER_PAUSED).contains(row));
  }
}
