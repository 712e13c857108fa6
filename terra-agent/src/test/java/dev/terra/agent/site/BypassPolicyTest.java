package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests which fetches are worth Terra. */
class BypassPolicyTest {
  @Test
  void whatNeedsLessThanTheBypassOnTheStockPathIsNot() {
    assertThat(BypassPolicy.worthTerra(4_999_999, 1, 5e6)).isFalse();
    assertThat(BypassPolicy.worthTerra(5_000_000, 1, 5e6)).isTrue();
    assertThat(BypassPolicy.worthTerra((double) BypassPolicy.ALWAYS_BYTES, 1, 1e9)).isTrue();
    assertThat(BypassPolicy.worthTerra((double) (BypassPolicy.ALWAYS_BYTES - 1), 1, 0)).isFalse();
    assertThat(BypassPolicy.worthTerra(0, 0, 5e6)).isFalse();
  }

  @Test
  void whatIsSmallIsWorthItNowhere() {
    long small = BypassPolicy.smallBytes(1, 5e6);
    assertThat(small).isEqualTo(5_000_000);
    assertThat(BypassPolicy.worthTerra((double) (small - 1), 1, 5e6)).isFalse();
    assertThat(BypassPolicy.worthTerra((double) (small - 1), 1, 7e6)).isFalse();
    assertThat(BypassPolicy.smallBytes(10, 5e6)).isEqualTo(BypassPolicy.ALWAYS_BYTES);
  }

  @Test
  void whereTheStockPathIsNotKnownNothingIsSurelySmall() {
    assertThat(BypassPolicy.smallBytes(1, 0)).isZero();
    assertThat(BypassPolicy.smallBytes(0, 5e6)).isZero();
  }

  @Test
  void mapsThatAreStillToFinishCountAsThoseThatHave() {
    assertThat(BypassPolicy.expectedBytes(3_000_000, 4, 8)).isEqualTo(6_000_000);
    assertThat(BypassPolicy.expectedBytes(3_000_000, 4, 0)).isEqualTo(3_000_000);
    assertThat(BypassPolicy.expectedBytes(3_000_000, 0, 8)).isZero();
  }
}
