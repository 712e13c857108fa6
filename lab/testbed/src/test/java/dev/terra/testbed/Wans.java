package dev.terra.testbed;

import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.nio.file.Path;

/** The WANs that tests are about. */
public final class Wans {
  private Wans() {}

  /** The file of a shipped topology. */
  public static Path file(String name) {
    return Path.of("../../topologies", name + ".yaml");
  }

  /** A shipped topology. */
  public static Wan load(String name) {
    return Topologies.load(file(name));
  }
}
