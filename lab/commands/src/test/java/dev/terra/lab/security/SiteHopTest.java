package dev.terra.lab.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SiteHopTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @EnumSource
  void readsWithTlsAndChecksumsOrWithout(SiteHop.Mode mode) throws IOException {
    try (SiteHop hop = SiteHop.open(folder, mode)) {
      SiteHop.Turn turn = hop.read(2L * SiteHop.PIECE_BYTES);
      assertThat(turn.bytes()).isBetween(2L * SiteHop.PIECE_BYTES, 3L * SiteHop.PIECE_BYTES);
      assertThat(turn.seconds()).isPositive();
    }
  }
}
