package dev.terra.agent.support;

import dev.terra.agent.config.CompressionConfig;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets all agents and tunnels of a class of tests compress chunks. */
public final class CompressedTunnels implements BeforeAllCallback, AfterAllCallback {
  private static volatile CompressionConfig config = CompressionConfig.OFF;

  /** What agents that are started now are given. */
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
