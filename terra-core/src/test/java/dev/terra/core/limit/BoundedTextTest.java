package dev.terra.core.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BoundedTextTest {
  @Test
  void aTextBecomesOneLineOfBoundedLength() {
    assertThat(BoundedText.of(" no file\n\t/d/file.out.index\u0000 ")).isEqualTo("no file /d/file.out.index");
    assertThat(BoundedText.of("x".repeat(BoundedText.MOST_CHARACTERS))).hasSize(BoundedText.MOST_CHARACTERS);
    assertThat(BoundedText.of("x".repeat(100_000))).hasSize(BoundedText.MOST_CHARACTERS + 3).endsWith("x...");
  }

  @Test
  void aReasonStandsAloneWhereNothingWasSaid() {
    assertThat(BoundedText.because("declined", "")).isEqualTo("declined");
    assertThat(BoundedText.because("declined", "\n")).isEqualTo("declined");
    assertThat(BoundedText.because("declined", "no file")).isEqualTo("declined: no file");
  }
}
