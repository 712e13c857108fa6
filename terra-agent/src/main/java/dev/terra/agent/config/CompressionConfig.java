package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether chunks are compressed on their way between agents.
 *
 * @param mode whether they may be, in both directions
 * @param cores how much processor time compressing and restoring may take, as a number of cores; above 0, at most {@link #MOST_CORES}
 */
public record CompressionConfig(Mode mode, double cores) {
  /** What is used where nothing is configured. */
  public static final double DEFAULT_CORES = 1;
  /** Beyond this, the agent's own thread is the limit. */
  public static final double MOST_CORES = 64;
  /** Nothing is compressed. */
  public static final CompressionConfig OFF = new CompressionConfig(Mode.OFF, DEFAULT_CORES);
  /** What pays is compressed. */
  public static final CompressionConfig AUTO = new CompressionConfig(Mode.AUTO, DEFAULT_CORES);

  /** Whether anything is compressed. */
  public enum Mode {
    /** What shrinks is compressed as far as that makes its bundle faster. */
    AUTO,
    /** Nothing is compressed, and the site says that nothing that comes to it may be. */
    OFF;

    private String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Mode of(String word) {
      return Stream.of(values()).filter(mode -> mode.word().equals(word)).findFirst()
          .orElseThrow(() -> ConfigException.ofKey("compression.mode", "expected "
              + Stream.of(values()).map(Mode::word).collect(Collectors.joining(" or ")) + ", got " + word));
    }
  }

  /** Checks the range. */
  public CompressionConfig {
    if (!(cores > 0 && cores <= MOST_CORES)) {
      throw ConfigException.ofKey("compression.cores", "expected above 0 to " + MOST_CORES + ", got " + cores);
    }
  }

  /** Whether anything may be compressed. */
  public boolean isOn() {
    return mode != Mode.OFF;
  }
}
