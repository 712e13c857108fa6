package dev.terra.agent.support;

import dev.terra.api.v1.ProducerOutput;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the outputs that a handler describes to its agent, from their names in Hadoop. */
public final class TestOutputs {
  /**
   * The names of outputs. Those of MapReduce have job, m, task and attempt; those of Tez have job, DAG, vertex, task, attempt, output and
   * spill.
   */
  private static final Pattern NAME =
      Pattern.compile("attempt_\\d+_\\d+_(?:m|\\d+_\\d+)_(\\d+)_(\\d+)(?:_(\\d+))?(?:_(\\d+))?");

  private TestOutputs() {}

  /** Returns the output of this name. */
  public static ProducerOutput of(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("expected an attempt's name, got " + name);
    }
    return ProducerOutput.newBuilder().setProducer(number(matcher.group(1))).setAttempt(number(matcher.group(2)))
        .setOutput(number(matcher.group(3))).setSpill(matcher.group(4) == null ? 0 : number(matcher.group(4)) + 1).build();
  }

  /** Returns the outputs of these names. */
  public static List<ProducerOutput> of(List<String> names) {
    return names.stream().map(TestOutputs::of).toList();
  }

  private static int number(String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }
}
