package dev.terra.lab.jobfaults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LoadsTogetherTest {
  private final LoadsTogether together = new LoadsTogether();

  private void look(double seconds, double spread) {
    together.look(seconds, OptionalDouble.of(spread));
  }

  @Test
  void loadsThatStayTogetherAreTogetherFromTheFirstLook() {
    look(1.1, 0.9);
    look(1.6, 0.2);
    look(1.9, 0.1);
    assertThat(together.seconds()).as("not for long enough").isEmpty();
    look(2.1, 0.15);
    assertThat(together.seconds()).contains(1.6);
    look(2.6, 0.9);
    assertThat(together.seconds()).as("it is known").contains(1.6);
    assertThat(together.comparedSeconds()).isEqualTo(2.1);
  }

  @Test
  void loadsThatCrossAreNotTogether() {
    look(1.5, 0.1);
    look(1.8, 0.3);
    look(2.2, 0.1);
    look(2.5, 0.25);
    assertThat(together.seconds()).isEmpty();
    assertThat(together.comparedSeconds()).isEqualTo(2.5);
  }

  @Test
  void ratesOfBeforeCountForNothing() {
    look(0.1, 0);
    look(0.9, 0);
    assertThat(together.comparedSeconds()).isZero();
    look(1.2, 0);
    look(1.7, 0);
    assertThat(together.seconds()).contains(1.2);
  }

  @Test
  void whatCannotBeComparedEndsWhatCounts() {
    look(1, 0.1);
    look(1.4, 0.1);
    together.look(1.5, OptionalDouble.empty());
    look(1.6, 0.1);
    assertThat(together.seconds()).isEmpty();
    look(9, 0.1);
    assertThat(together.seconds()).contains(1.6);
    assertThat(together.comparedSeconds()).as("one look that fails is no pause").isEqualTo(9);
  }

  @Test
  void aPauseEndsTheComparison() {
    together.look(1, OptionalDouble.empty());
    look(1.4, 0.9);
    together.look(1.5, OptionalDouble.empty());
    together.look(1.9, OptionalDouble.empty());
    look(2.1, 0.9);
    look(9, 0.9);
    assertThat(together.comparedSeconds()).isEqualTo(1.4);
  }
}
