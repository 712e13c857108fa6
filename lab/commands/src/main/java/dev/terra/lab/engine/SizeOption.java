package dev.terra.lab.engine;

import picocli.CommandLine.Option;

/** The option that sets the size of an engine's jobs. */
public final class SizeOption {
  @Option(names = "--size", paramLabel = "X", converter = SizeConverter.class, defaultValue = "1",
      description = "How many times as much as usual the jobs read and the optimum takes, 0.1 to 10 (default: ${DEFAULT-VALUE}).")
  private double size;

  public double factor() {
    return size;
  }
}
