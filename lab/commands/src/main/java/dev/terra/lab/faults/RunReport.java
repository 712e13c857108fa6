package dev.terra.lab.faults;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The report of one transfer during which something broke. Unobserved values are null.
 *
 * @param name of the row, or of the sequence
 * @param faults what broke, and when
 * @param outcome of the transfer
 * @param holds whether everything is as promised, limits of time included
 * @param bytes that were to be moved
 * @param gammaSeconds the least time without a fault
 * @param seconds what the caller waited
 * @param struckAtSeconds from the submission to the first fault
 * @param detectedSeconds from the first fault to the first agent that noted something
 * @param resumedSeconds from the first fault until work resumed: after the loss of a link, the first byte sent again
 *     another way; after an agent's, the first byte from or to it; after the controller's, all agents attached
 * @param returnUsedSeconds from a link's return to the first byte that arrived over it
 * @param detail what is wrong, or the failure that the caller received
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

  /** Returns the report of a run that has no result except its reason; it does not hold. */
  public static RunReport none(String name, List<String> faults, Outcome outcome, String why) {
    return new RunReport(name, faults, outcome, false, 0, 0, null, null, null, null, null, why);
  }

  /** Returns this report as one that fails, with the reason. */
  RunReport withProblem(String problem) {
    return new RunReport(name, faults, outcome, false, bytes, gammaSeconds, seconds, struckAtSeconds, detectedSeconds, resumedSeconds,
        returnUsedSeconds, detail.isEmpty() ? problem : detail + "; " + problem);
  }
}
