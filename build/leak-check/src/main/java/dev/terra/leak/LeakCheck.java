package dev.terra.leak;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Fails after a class of Jupiter's tests if a buffer has leaked. It is active wherever this module is on the class path. */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    Leaks.watch();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Leaks.check();
  }
}
