package dev.terra.shuffle;

import dev.terra.shuffle.support.TestNode;
import java.io.IOException;
import java.nio.file.Path;

/** Runs the handler with the class loader that has loaded this class. */
public final class IsolatedRun implements AutoCloseable {
  private final TestNode node;

  /** Starts the handler. */
  public IsolatedRun(String agent, String directory) throws IOException {
    node = new TestNode(new TerraShuffleHandler(), Path.of(directory), settings -> settings.set(ShuffleSettings.AGENTS_KEY, agent));
  }

  @Override
  public void close() {
    node.close();
  }
}
