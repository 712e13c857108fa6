package dev.terra.node.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PeerSharesTest {
  private final PeerShares shares = PeerShares.of(8);

  private long taken(String peer, int tries) {
    return IntStream.range(0, tries).filter(each -> shares.take(peer)).count();
  }

  @Test
  void onePeerGetsThreeQuarters() {
    assertThat(taken("greedy", 9)).isEqualTo(6);
    assertThat(taken("late", 9)).isEqualTo(2);
    assertThat(taken("later", 1)).isZero();
  }

  @Test
  void aPlaceThatIsGivenBackIsTakenAgain() {
    assertThat(taken("greedy", 9)).isEqualTo(6);
    shares.give("greedy");
    assertThat(taken("greedy", 9)).isEqualTo(1);
    for (int i = 0; i < 6; i++) {
      shares.give("greedy");
    }
    assertThat(taken("late", 9)).isEqualTo(6);
    assertThat(taken("greedy", 9)).isEqualTo(2);
  }

  @Test
  void aPlaceIsGivenBackOnce() {
    assertThat(shares.take("one")).isTrue();
    shares.give("one");
    assertThatThrownBy(() -> shares.give("one")).hasMessage("one gives back more than it has taken");
    assertThatThrownBy(() -> shares.give("nobody")).isInstanceOf(IllegalStateException.class);
    assertThat(taken("one", 9)).isEqualTo(6);
  }

  @Test
  void theWholeMayBeSmallerThanTheParts() {
    PeerShares few = new PeerShares(1, 1);
    assertThat(few.take("one")).isTrue();
    assertThat(few.take("two")).isFalse();
  }
}
