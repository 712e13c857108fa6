package dev.terra.core.balance;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashedLoadsTest {
  private static final long BEAT_NANOS = 500_000_000;
  private static final List<Integer> MEMBERS = List.of(0, 1);

  private final HashedLoads hashed = new HashedLoads();

  private static GroupLoads loads(double one, double other) {
    return new GroupLoads(0, ImmutableDoubleArray.of(one, other), ImmutableDoubleArray.of(1e6, 1e6), 0.5);
  }

  private boolean isGivenUpAfter(int beats, GroupLoads loads) {
    boolean givenUp = false;
    for (int i = 0; i < beats; i++) {
      givenUp |= hashed.note(MEMBERS, loads, 0, BEAT_NANOS);
    }
    return givenUp;
  }

  @Test
  void loadsThatTheHashWouldHaveMadeEqualMayDifferForASecond() {
    hashed.dealt(0, 50_000_000);
    hashed.dealt(1, 50_000_000);
    assertThat(isGivenUpAfter(2, loads(100e6, 0))).isFalse();
    assertThat(isGivenUpAfter(1, loads(100e6, 0))).isTrue();
  }

  @Test
  void aMomentOfBalanceBeginsTheSecondAnew() {
    assertThat(isGivenUpAfter(2, loads(100e6, 0))).isFalse();
    assertThat(isGivenUpAfter(1, loads(100e6, 100e6))).isFalse();
    assertThat(isGivenUpAfter(2, loads(100e6, 0))).isFalse();
  }

  @Test
  void whereTheHashWouldBeWorseThePolicyGoesOn() {
    hashed.dealt(0, 1_000_000_000);
    assertThat(isGivenUpAfter(100, loads(100e6, 0))).isFalse();
  }

  @Test
  void oneThatIsSlowAndHasNothingIsBetterOffThanWithItsPartByTheHash() {
    GroupLoads loads = new GroupLoads(0, ImmutableDoubleArray.of(100e6, 0), ImmutableDoubleArray.of(20e6, 1e6), 0.5);
    assertThat(hashed.note(MEMBERS, loads, 1_000_000_000, 2_000_000_000)).isFalse();
  }

  @Test
  void oneThatIsAsFastAsTheOtherAndGetsNothingOfMuchIsNot() {
    assertThat(hashed.note(MEMBERS, loads(100e6, 0), 1_000_000_000, 2_000_000_000)).isTrue();
  }

  @Test
  void oneThatHasBecomeSlowGetsNoMoreByTheHash() {
    hashed.dealt(0, 10_000_000);
    hashed.dealt(1, 140_000_000);
    GroupLoads loads = new GroupLoads(0, ImmutableDoubleArray.of(100e6, 50e6), ImmutableDoubleArray.of(1e6, 20e6), 0.5);
    assertThat(hashed.note(MEMBERS, loads, 100_000_000, 2_000_000_000)).as("done after 150 s by the hash, 100 s without it").isFalse();
    assertThat(hashed.note(MEMBERS, loads, 20_000_000, 2_000_000_000)).as("10 MB more are no matter").isTrue();
  }
}
