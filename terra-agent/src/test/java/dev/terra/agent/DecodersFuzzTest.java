package dev.terra.agent;

import dev.terra.agent.http.FetchRequestsFuzz;
import dev.terra.agent.http.SegmentAnswersFuzz;
import dev.terra.agent.site.ControllerMessagesFuzz;
import dev.terra.agent.site.HandlerMessagesFuzz;
import dev.terra.agent.tunnel.TunnelMessagesFuzz;
import dev.terra.agent.wire.FramesFuzz;
import dev.terra.fuzz.FuzzCheck;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the decoders of messages from a network take any bytes, since what arrives need not be a message. */
class DecodersFuzzTest {
  @ParameterizedTest
  @ValueSource(classes = {FramesFuzz.class, TunnelMessagesFuzz.class, FetchRequestsFuzz.class, SegmentAnswersFuzz.class,
      HandlerMessagesFuzz.class, ControllerMessagesFuzz.class})
  void takesAnything(Class<?> target) throws ReflectiveOperationException {
    FuzzCheck.run(target);
  }
}
