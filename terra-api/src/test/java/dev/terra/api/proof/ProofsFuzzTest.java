package dev.terra.api.proof;

import dev.terra.fuzz.FuzzCheck;
import org.junit.jupiter.api.Test;

class ProofsFuzzTest {
  @Test
  void takesAnything() throws ReflectiveOperationException {
    FuzzCheck.run(ProofsFuzz.class);
  }
}
