package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputSharesTest {
  @Test
  void aWeightIsAgainstAnEvenShare() {
    InputShares shares = InputShares.parse("60,20, 10,5,5");
    assertThat(shares.weight(0)).isCloseTo(3, within(1e-12));
    assertThat(shares.weight(3)).isCloseTo(0.25, within(1e-12));
    assertThat(shares.isEven()).isFalse();
    assertThat(shares.fits(5)).isTrue();
    assertThat(shares.fits(3)).isFalse();
  }

  @Test
  void equalNumbersAndNoneAreEven() {
    assertThat(InputShares.EVEN.isEven()).isTrue();
    assertThat(InputShares.EVEN.fits(7)).isTrue();
    assertThat(InputShares.EVEN.weight(6)).isEqualTo(1);
    assertThat(InputShares.parse("20,20,20").isEven()).isTrue();
    assertThat(InputShares.parse("20,20,20").weight(2)).isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "60,", "60,0", "60,-1", "60;20", "NaN,1", "Infinity,1"})
  void whatIsNoListOfNumbersAboveZeroIsRefused(String text) {
    assertThatThrownBy(() -> InputShares.parse(text)).hasMessageContaining("'" + text + "'");
  }
}
