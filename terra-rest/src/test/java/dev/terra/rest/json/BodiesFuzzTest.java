package dev.terra.rest.json;

import dev.terra.fuzz.FuzzCheck;
import org.junit.jupiter.api.Test;

class BodiesFuzzTest {
  @Test
  void takesAnything() throws ReflectiveOperationException {
    FuzzCheck.run(BodiesFuzz.class);
  }
}
