package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ClassAdmissionTest {
  private static final AdmissionRule RULE = AdmissionRule.of(Duration.ofMillis(10), 99);
  private static final long MILLI = 1_000_000;

  @Test
  void theWindowIsTheTargetTimesHowRareAMissIs() {
    assertThat(RULE.windowNanos()).isEqualTo(1_000 * MILLI);
    assertThat(AdmissionRule.of(Duration.ofNanos(1), 0).windowNanos()).isEqualTo(1);
  }

  @Test
  void aLargeRequestMayTakeLonger() {
    assertThat(RULE.isKept(10 * MILLI - 1, 1)).isTrue();
    assertThat(RULE.isKept(10 * MILLI, 1)).isFalse();
    assertThat(RULE.isKept(30 * MILLI - 1, 3)).isTrue();
    assertThat(RULE.isKept(30 * MILLI, 3)).isFalse();
  }

  @Test
  void fallsByTheSizeOfEachMiss() {
    ClassAdmission admission = ClassAdmission.all(0).after(RULE, 11 * MILLI, 1, 1).after(RULE, 1_000 * MILLI, 5, 2);
    assertThat(admission.share()).isCloseTo(.94, within(1e-9));
    assertThat(admission.raisedNanos()).isZero();
    assertThat(admission.after(RULE, 60_000 * MILLI, 5_000, 3).share()).isEqualTo(AdmissionRule.FLOOR);
  }

  @Test
  void risesOnceAWindow() {
    ClassAdmission low = new ClassAdmission(.5, 0);
    assertThat(low.after(RULE, 1, 1, RULE.windowNanos())).as("not before the window is over").isEqualTo(low);
    ClassAdmission raised = low.after(RULE, 1, 1, RULE.windowNanos() + 1);
    assertThat(raised.share()).isCloseTo(.51, within(1e-9));
    assertThat(raised.after(RULE, 1, 1, RULE.windowNanos() + 2)).isEqualTo(raised);
    assertThat(raised.after(RULE, 1, 1, 2 * RULE.windowNanos() + 2).share()).isCloseTo(.52, within(1e-9));
  }

  @Test
  void settlesWhereIncreasesMakeUpForMisses() {
    AdmissionRule rule = new AdmissionRule(2_000, .01, .01, .1, 14_000_000);
    assertThat(rule.keptOnceSettled(2_500, 7)).isCloseTo(1 - 1 / (7 * 36.0), within(1e-9));
    assertThat(rule.keptOnceSettled(.01, 1)).as("hardly a request in a window").isLessThan(.001);
    AdmissionRule kept = rule.keeping(99.9, 2_500, 7);
    assertThat(kept.keptOnceSettled(2_500, 7)).isCloseTo(.999, within(1e-6));
    assertThat(kept.targetNanosPerUnit()).isEqualTo(rule.targetNanosPerUnit());
    assertThatThrownBy(() -> rule.keeping(100, 2_500, 7)).hasMessageContaining("percentile");
    assertThatThrownBy(() -> rule.keptOnceSettled(0, 7)).hasMessageContaining("requests");
  }

  /** The sender's requests miss with a probability that rises with its share. */
  @Property(tries = 20)
  void thePartThatIsKeptFollowsTheBalance(@ForAll @IntRange(min = 2, max = 6) int units, @ForAll @LongRange(min = 1, max = 99) long seed) {
    AdmissionRule rule = new AdmissionRule(1_000, .002, .002, .01, 10 * MILLI);
    Random random = new Random(seed);
    ClassAdmission admission = new ClassAdmission(.5, 0);
    int missed = 0;
    for (int i = 0; i < 400_000; i++) {
      boolean misses = random.nextDouble() < .1 * admission.share();
      missed += misses && i >= 200_000 ? 1 : 0;
      admission = admission.after(rule, misses ? units * 2_000L : 1, units, i * MILLI / 2);
    }
    assertThat(1 - missed / 200_000.0).isCloseTo(rule.keptOnceSettled(2_000, units), within(.002));
  }

  @Test
  void neverRisesAboveAll() {
    assertThat(ClassAdmission.all(0).after(RULE, 1, 1, 5 * RULE.windowNanos()).share()).isEqualTo(1);
    assertThat(new ClassAdmission(.995, 0).after(RULE, 1, 1, 5 * RULE.windowNanos()).share()).isEqualTo(1);
  }

  @Test
  void admitsByTheDraw() {
    assertThat(new ClassAdmission(.25, 0).admits(.249)).isTrue();
    assertThat(new ClassAdmission(.25, 0).admits(.25)).isFalse();
    assertThat(ClassAdmission.all(0).admits(Math.nextDown(1.0))).isTrue();
  }

  @Property
  void theShareStaysInItsRange(@ForAll @DoubleRange(min = .1, max = 1) double share, @ForAll @LongRange(min = 0) long latency,
      @ForAll @IntRange(min = 1) int units, @ForAll @LongRange(min = 0) long now) {
    assertThat(new ClassAdmission(share, 0).after(RULE, latency, units, now).share()).isBetween(AdmissionRule.FLOOR, 1.0);
  }

  @Test
  void wrongRulesNameWhatIsWrong() {
    assertThatThrownBy(() -> AdmissionRule.of(Duration.ZERO, 99)).hasMessageContaining("target");
    assertThatThrownBy(() -> AdmissionRule.of(Duration.ofMillis(1), 100)).hasMessageContaining("percentile");
    assertThatThrownBy(() -> AdmissionRule.of(Duration.ofMillis(1), -1)).hasMessageContaining("percentile");
    assertThatThrownBy(() -> new AdmissionRule(1, 0, .1, .1, 1)).hasMessageContaining("increase");
    assertThatThrownBy(() -> new AdmissionRule(1, .1, 1.1, .1, 1)).hasMessageContaining("decrease");
    assertThatThrownBy(() -> new AdmissionRule(1, .1, .1, 0, 1)).hasMessageContaining("floor");
    assertThatThrownBy(() -> new AdmissionRule(1, .1, .1, .1, 0)).hasMessageContaining("window");
    assertThatThrownBy(() -> new ClassAdmission(0, 0)).hasMessageContaining("share");
    assertThatThrownBy(() -> ClassAdmission.all(0).after(RULE, 1, 0, 1)).hasMessageContaining("units");
  }
}
