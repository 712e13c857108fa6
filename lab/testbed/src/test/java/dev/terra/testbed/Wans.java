package dev.terra.testbed;

import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.nio.file.Path;

/** Loads the WANs that tests use. */
public final class Wans {
  private Wans() {}

  /** Returns the file of a shipped topology. */
  public static Path file(String name) {
    return Path.of("../../topologies", name + ".yaml");
  }

  /** Loads a shipped topology. */
  public static Wan load(String name) {
    return Topologies.load(file(name));
  }
}
