package dev.terra.node;

import dev.terra.fuzz.FuzzCheck;
import dev.terra.node.fetch.AgentAnswersFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the fuzz target of the decoders that read bytes from the network. Such bytes may be anything. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = AgentAnswersFuzz.class)
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
