package dev.terra.controller.core;

import dev.terra.fuzz.FuzzCheck;
import org.junit.jupiter.api.Test;

/** What an agent says is bytes until it is proved to be more. */
class AgentReportsFuzzTest {
  @Test
  void takesAnything() throws ReflectiveOperationException {
    FuzzCheck.run(AgentReportsFuzz.class);
  }
}
