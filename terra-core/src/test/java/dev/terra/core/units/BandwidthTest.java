package dev.terra.core.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BandwidthTest {
  @ParameterizedTest
  @CsvSource({"5120 Mbps,640e6", "10Gbps,1.25e9", "250 MB/s,250e6", "0.5 kbps,62.5", "8 bps,1",
      "10 Gb/s,1.25e9", "10 GBps,10e9", "10 Gbit/s,1.25e9", "3 B/s,3", "1 TB/s,1e12", "5 mbps,625e3"})
  void readsBitsAndBytes(String text, double bytesPerSecond) {
    assertThat(Bandwidth.parse(text).bytesPerSecond()).isEqualTo(bytesPerSecond);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "ten Gbps", "-1 Gbps", "1 Gib", "1e9 bps", "50 Mb", "50 MB", "10 GBPS", "10 GBit/s", "NaN Gbps"})
  void refusesOtherTextAndSaysWhatWasExpected(String text) {
    assertThatThrownBy(() -> Bandwidth.parse(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("expected");
  }

  @Test
  void refusesWhatIsNoRate() {
    assertThatThrownBy(() -> new Bandwidth(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Bandwidth(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
