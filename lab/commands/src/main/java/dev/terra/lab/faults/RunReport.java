package dev.terra.lab.faults;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * One transfer during which something broke. What was not observed is null.
 *
 * @param name of the row, or of the sequence
 * @param faults what broke, and when
 * @param outcome what became of the bytes
 * @param holds whether all is as promised, limits of time included
 * @param bytes that were to be moved
 * @param gammaSeconds the least time without a fault
 * @param seconds what the caller waited
 * @param struckAtSeconds after the submission
 * @param detectedSeconds from the first fault to the first agent that noted something
 * @param resumedSeconds from the first fault until things went on: after the loss of a link, the first byte sent again another way;
 *     after an agent's, the first byte from or to it; after the controller's, all agents attached
 * @param returnUsedSeconds from a link's return to the first byte that arrived over it
 * @param detail what is wrong, or the failure that the caller got
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RunReport(
    String name,
    List<String> faults,
    Outcome outcome,
    boolean holds,
    long bytes,
    double gammaSeconds,
    Double seconds,
    Double struckAtSeconds,
    Double detectedSeconds,
    Double resumedSeconds,
    Double returnUsedSeconds,
    String detail) {

  /** A run of which there is nothing to tell but why; it does not hold. */
  public static RunReport none(String name, List<String> faults, Outcome outcome, String why) {
    return new RunReport(name, faults, outcome, false, 0, 0, null, null, null, null, null, why);
  }

  /** This report as one that fails, with the reason. */
  RunReport withProblem(String problem) {
    return new RunReport(name, faults, outcome, false, bytes, gammaSeconds, seconds, struckAtSeconds, detectedSeconds, resumedSeconds,
        returnUsedSeconds, detail.isEmpty() ? problem : detail + "; " + problem);
  }
}
