package dev.terra.spark;

import dev.terra.fuzz.FuzzCheck;
import dev.terra.spark.pull.PullMessagesFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the fuzz target of the decoders that read bytes from the network. Such bytes may be anything. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = PullMessagesFuzz.class)
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
