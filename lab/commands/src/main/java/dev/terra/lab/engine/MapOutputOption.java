package dev.terra.lab.engine;

import picocli.CommandLine.Option;

/** The option that selects how jobs of MapReduce compress the outputs of their maps. */
public final class MapOutputOption {
  @Option(names = "--map-output-compression", paramLabel = "CODEC", converter = MapOutputCompression.Converter.class, defaultValue = "off",
      description = {"How jobs of mr and mr-text compress what their maps put out: off, lz4 or zstd (default: ${DEFAULT-VALUE}).",
          "What they read, and the WAN, are those of off. The first use downloads the codec's library."})
  private MapOutputCompression value;

  /** Returns the chosen value. */
  public MapOutputCompression value() {
    return value;
  }

  /**
   * Returns the chosen value, for a command that runs the jobs of these engines.
   *
   * @throws IllegalArgumentException with the option's name, if an engine has no such setting
   */
  public MapOutputCompression of(Iterable<EngineName> engines) {
    for (EngineName engine : engines) {
      try {
        value.expectKnownTo(engine);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--map-output-compression " + value.label() + ": " + e.getMessage(), e);
      }
    }
    return value;
  }
}
