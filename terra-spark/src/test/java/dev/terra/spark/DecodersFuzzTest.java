package dev.terra.spark;

import dev.terra.fuzz.FuzzCheck;
import dev.terra.spark.pull.PullMessagesFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from a network is bytes until it is proved to be more. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = PullMessagesFuzz.class)
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
