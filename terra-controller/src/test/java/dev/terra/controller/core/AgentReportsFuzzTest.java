package dev.terra.controller.core;

import dev.terra.fuzz.FuzzCheck;
import org.junit.jupiter.api.Test;

/** Runs the fuzz target of agents' reports, which may be any bytes. */
class AgentReportsFuzzTest {
  @Test
  void takesAnything() throws ReflectiveOperationException {
    FuzzCheck.run(AgentReportsFuzz.class);
  }
}
