package dev.terra.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HomeTest {
  @Test
  void aUserWithoutAnEntryHasTheHomeOfItsEnvironment() {
    assertThat(Home.find("/home/bob", Map.of("HOME", "/elsewhere"))).contains(Path.of("/home/bob"));
    assertThat(Home.find("?", Map.of("HOME", "/some/home"))).contains(Path.of("/some/home"));
    assertThat(Home.find("?", Map.of("HOME", ""))).isEmpty();
    assertThat(Home.find("?", Map.of())).isEmpty();
    assertThat(Home.find("/nonexistent", Map.of())).isEmpty();
  }
}
