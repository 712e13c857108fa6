package dev.terra.agent.support;

import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After each class of the agent's tests: no buffer has leaked. Registered for all of them in the test resources. */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    Leaks.watch();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> leaks = Leaks.find();
    if (!leaks.isEmpty()) {
      throw new AssertionError("leaked buffers: " + leaks);
    }
  }
}
