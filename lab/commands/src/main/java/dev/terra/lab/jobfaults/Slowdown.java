package dev.terra.lab.jobfaults;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/**
 * The slowdown of an agent, and its effects.
 *
 * @param verdict whether the slowdown shows how loads are divided
 * @param cores that the agent used before, and that it had then
 * @param spreadBefore the largest difference between a load and the mean load before, as a part of the mean; null if
 *     loads could not be compared
 * @param before rates of the two seconds before
 * @param after rates of two seconds with less processor time, or of the shorter time in which the agent had bytes to
 *     send; null if it had none then
 */
public record Slowdown(Verdict verdict, Cores cores, Double spreadBefore, Rates before, Rates after) {
  /** The least time for which loads must be comparable, seconds: as long as they may take to be together. */
  public static final double LIMIT_SECONDS = 2;
  /** An agent that still delivers more than this part of its rate is limited by something else than its processor. */
  private static final double BOTTLENECK_PART = 0.5;

  /** The processor time that an agent used before, and that it had at most while it was slow, in cores. */
  public record Cores(double before, double slow) {}

  /** The bytes that arrived in a second from the agent, and from all agents of its site. */
  public record Rates(double agentBytesPerSecond, double siteBytesPerSecond) {
    /** Nothing arrived. */
    static final Rates NONE = new Rates(0, 0);
  }

  /** Whether the loads count, or why they do not. */
  public enum Verdict {
    /** The loads count: they show the time until they are together again. */
    COUNTS("loads count"),
    /** The agent delivered about as much as before: links, or readers, are slower than it. */
    NOT_THE_BOTTLENECK("agent was not the bottleneck"),
    /** The loads were not together before, so that they cannot return to that state. */
    APART_BEFORE("loads were not within 20 % before"),
    /** Loads could not be compared for as long as they may take to be together. */
    TOO_LITTLE("agents had too little to send for 2 s");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    /** Returns the verdict's name in reports for programs. */
    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the verdict in words. */
    public String words() {
      return words;
    }
  }

  /** Judges the observations. */
  static Slowdown of(Cores cores, Double spreadBefore, Rates before, Rates after, Compared compared) {
    return new Slowdown(verdict(spreadBefore, before, after, compared), cores, spreadBefore, before, after);
  }

  /**
   * The observed loads.
   *
   * @param seconds after the slowdown until which loads could be compared
   * @param together whether they were together while the agent was slow
   */
  record Compared(double seconds, boolean together) {}

  private static Verdict verdict(Double spreadBefore, Rates before, Rates after, Compared compared) {
    if (compared.seconds == 0 || (compared.seconds < LIMIT_SECONDS && !compared.together)) {
      return Verdict.TOO_LITTLE;
    }
    if (after == null || after.agentBytesPerSecond >= BOTTLENECK_PART * before.agentBytesPerSecond) {
      return Verdict.NOT_THE_BOTTLENECK;
    }
    return spreadBefore == null || spreadBefore > LoadsTogether.WITHIN ? Verdict.APART_BEFORE : Verdict.COUNTS;
  }

  /** Describes the slowdown in words. */
  public String inWords() {
    return String.format(Locale.ROOT, "%s; %.3f cores instead of %.3f; %s; loads were %s before", verdict.words(), cores.slow, cores.before,
        ratesInWords(), spreadBefore == null ? "too small to compare"
            : String.format(Locale.ROOT, "up to %.0f %% from their mean", spreadBefore * 100));
  }

  private String ratesInWords() {
    return after == null ? "it had nothing more to send"
        : String.format(Locale.ROOT, "the agent %.2f MB/s instead of %.2f, its site %.2f instead of %.2f", after.agentBytesPerSecond / 1e6,
            before.agentBytesPerSecond / 1e6, after.siteBytesPerSecond / 1e6, before.siteBytesPerSecond / 1e6);
  }
}
