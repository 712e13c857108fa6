package dev.terra.network.onos;

import dev.terra.fuzz.FuzzCheck;
import org.junit.jupiter.api.Test;

class OnosAnswersFuzzTest {
  @Test
  void takesAnything() throws ReflectiveOperationException {
    FuzzCheck.run(OnosAnswersFuzz.class);
  }
}
