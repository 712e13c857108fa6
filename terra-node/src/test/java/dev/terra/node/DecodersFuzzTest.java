package dev.terra.node;

import dev.terra.fuzz.FuzzCheck;
import dev.terra.node.fetch.AgentAnswersFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes from a network is bytes until it is proved to be more. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = AgentAnswersFuzz.class)
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
