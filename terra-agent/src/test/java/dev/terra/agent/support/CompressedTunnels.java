package dev.terra.agent.support;

import dev.terra.agent.config.CompressionConfig;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Makes all agents and tunnels of a test class compress chunks. */
public final class CompressedTunnels implements BeforeAllCallback, AfterAllCallback {
  private static volatile CompressionConfig config = CompressionConfig.OFF;

  /** Returns the configuration for agents that are started now. */
  public static CompressionConfig config() {
    return config;
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    config = CompressionConfig.AUTO;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    config = CompressionConfig.OFF;
  }
}
