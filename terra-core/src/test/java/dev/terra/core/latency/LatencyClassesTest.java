package dev.terra.core.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LatencyClassesTest {
  private static final SitePair HK_LA = new SitePair(new SiteId("HK"), new SiteId("LA"));

  private static LatencyTarget target(int millis, @Nullable SitePair pair) {
    return new LatencyTarget(LatencyClass.INTERACTIVE, 99.9, 65_536, Duration.ofMillis(millis), pair);
  }

  private static LatencyClasses classes(ImmutableList<ClassAssignment> assignments, ImmutableList<LatencyTarget> targets) {
    return new LatencyClasses(ClassMarks.USUAL, ClassWeights.USUAL, assignments, targets);
  }

  @Test
  void theFirstEntryThatNamesAJobGivesItsClass() {
    LatencyClasses classes = classes(ImmutableList.of(new ClassAssignment("etl", "ann", LatencyClass.BULK),
        new ClassAssignment(null, "ann", LatencyClass.INTERACTIVE), new ClassAssignment("etl", null, LatencyClass.INTERACTIVE)),
        ImmutableList.of());
    assertThat(classes.of("etl", "ann")).isEqualTo(LatencyClass.BULK);
    assertThat(classes.of("adhoc", "ann")).isEqualTo(LatencyClass.INTERACTIVE);
    assertThat(classes.of("etl", "bob")).isEqualTo(LatencyClass.INTERACTIVE);
    assertThat(classes.of("adhoc", "bob")).isEqualTo(LatencyClass.NORMAL);
    assertThat(classes.of("", "")).isEqualTo(LatencyClass.NORMAL);
  }

  @Test
  void aPairsOwnTargetCountsBeforeThatForAll() {
    LatencyClasses classes = classes(ImmutableList.of(), ImmutableList.of(target(300, null), target(500, HK_LA)));
    assertThat(classes.target(LatencyClass.INTERACTIVE, HK_LA)).hasValue(target(500, HK_LA));
    assertThat(classes.target(LatencyClass.INTERACTIVE, new SitePair(HK_LA.to(), HK_LA.from()))).hasValue(target(300, null));
    assertThat(classes.target(LatencyClass.NORMAL, HK_LA)).isEmpty();
  }

  @Test
  void aTargetIsForRequestsOfAUnitAndLargerOnesMayTakeLonger() {
    LatencyTarget target = target(300, null);
    assertThat(target.units(0)).isEqualTo(1);
    assertThat(target.units(65_536)).isEqualTo(1);
    assertThat(target.units(65_537)).isEqualTo(2);
    assertThat(target.rule().isKept(599_000_000, 2)).isTrue();
    assertThat(target.rule().isKept(600_000_000, 2)).isFalse();
    assertThat(target.rule().windowNanos()).as("in which one of a thousand may miss").isEqualTo(300_000_000_000L);
  }

  @Test
  void marksGoIntoTheUpperSixBitsOfTheHeadersField() {
    assertThat(ClassMarks.USUAL.typeOfService(LatencyClass.INTERACTIVE)).isEqualTo(0x48);
    assertThat(ClassMarks.USUAL.typeOfService(LatencyClass.NORMAL)).isZero();
    assertThat(ClassMarks.USUAL.typeOfService(LatencyClass.BULK)).isEqualTo(0x04);
  }

  @Test
  void whatCannotBeMeantIsRefused() {
    assertThatThrownBy(() -> new ClassMarks(18, 18, 1)).hasMessageContaining("expected three different marks");
    assertThatThrownBy(() -> new ClassMarks(64, 0, 1)).hasMessageContaining("interactive: expected a DSCP from 0 to 63, got 64");
    assertThatThrownBy(() -> new ClassWeights(1, 4, 8)).hasMessageContaining("interactive >= normal >= bulk");
    assertThatThrownBy(() -> new ClassAssignment(null, null, LatencyClass.BULK)).hasMessageContaining("a queue or a user");
    assertThatThrownBy(() -> new LatencyTarget(LatencyClass.BULK, 99, 1, Duration.ofMillis(1), null))
        .hasMessageContaining("one that can promise something, got bulk");
    assertThatThrownBy(() -> classes(ImmutableList.of(), ImmutableList.of(target(1, HK_LA), target(2, HK_LA))))
        .hasMessageContaining("expected one of interactive for HK:LA, got several");
  }
}
