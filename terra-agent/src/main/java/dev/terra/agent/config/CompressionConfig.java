package dev.terra.agent.config;

import dev.terra.config.ConfigException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the compression of chunks between agents.
 *
 * @param mode whether chunks may be compressed, in both directions
 * @param cores how much processor time compressing and restoring may take, as a number of cores; above 0, at most {@link #MOST_CORES}
 * @param share for measurements: the share of chunks that are compressed if they shrink, 0 to 1, whether that pays or not; null for the
 *     share that pays
 */
public record CompressionConfig(Mode mode, double cores, @Nullable Double share) {
  /** The number of cores if none is configured. */
  public static final double DEFAULT_CORES = 1;
  /** The most cores. With more, the agent's own thread would be the limit. */
  public static final double MOST_CORES = 64;
  /** The configuration without compression. */
  public static final CompressionConfig OFF = new CompressionConfig(Mode.OFF, DEFAULT_CORES, null);
  /** The configuration with which chunks are compressed where that pays. */
  public static final CompressionConfig AUTO = new CompressionConfig(Mode.AUTO, DEFAULT_CORES, null);

  /** The mode of compression. */
  public enum Mode {
    /** Chunks that shrink are compressed as far as that makes their bundle faster. */
    AUTO,
    /** Nothing is compressed, and the site declares that no chunk sent to it may be compressed. */
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

  /** Returns whether anything may be compressed. */
  public boolean isOn() {
    return mode != Mode.OFF;
  }
}
