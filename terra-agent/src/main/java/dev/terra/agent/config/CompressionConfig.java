package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether chunks are compressed on their way between agents.
 *
 * @param mode whether they may be, in both directions
 * @param cores how much processor time compressing and restoring may take, as a number of cores; above 0, at most {@link #MOST_CORES}
 * @param share for measurements: the share of chunks that are compressed if they shrink, 0 to 1, whether that pays or not; null: the one
 *     that pays
 */
public record CompressionConfig(Mode mode, double cores, @Nullable Double share) {
  /** What is used where nothing is configured. */
  public static final double DEFAULT_CORES = 1;
  /** Beyond this, the agent's own thread is the limit. */
  public static final double MOST_CORES = 64;
  /** Nothing is compressed. */
  public static final CompressionConfig OFF = new CompressionConfig(Mode.OFF, DEFAULT_CORES, null);
  /** What pays is compressed. */
  public static final CompressionConfig AUTO = new CompressionConfig(Mode.AUTO, DEFAULT_CORES, null);

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

  /** Checks the ranges. */
  public CompressionConfig {
    if (!(cores > 0 && cores <= MOST_CORES)) {
      throw ConfigException.ofKey("compression.cores", "expected above 0 to " + MOST_CORES + ", got " + cores);
    }
    if (share != null && !(share >= 0 && share <= 1)) {
      throw ConfigException.ofKey("compression.share", "expected 0 to 1, got " + share);
    }
  }

  /** Whether anything may be compressed. */
  public boolean isOn() {
    return mode != Mode.OFF;
  }
}
