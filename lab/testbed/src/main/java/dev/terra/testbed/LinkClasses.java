package dev.terra.testbed;

import dev.terra.core.latency.LatencyClass;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Weighted fair queues on all links, one for each latency class. The mark of a frame determines its class.
 *
 * @param weights of the classes, the most urgent first, 1 to 1000 each
 */
public record LinkClasses(List<Integer> weights) {
  /** The differentiated services code point of interactive traffic: AF21 (RFC 2597). */
  public static final int INTERACTIVE_MARK = 18;
  /** The differentiated services code point of bulk traffic: lower effort (RFC 8622). */
  public static final int BULK_MARK = 1;
  /** The usual weights. */
  public static final LinkClasses USUAL = new LinkClasses(Arrays.stream(LatencyClass.values()).map(LatencyClass::weight).toList());

  private static final int MOST = 1_000;
  private static final Pattern TEXT = Pattern.compile("\\d{1,4}(:\\d{1,4}){2}");

  /** Checks the ranges. */
  public LinkClasses {
    weights = List.copyOf(weights);
    if (weights.size() != LatencyClass.values().length || weights.stream().anyMatch(weight -> weight < 1 || weight > MOST)) {
      throw new TestbedException("expected three weights of 1 to " + MOST + ", such as 8:4:1, got " + weights);
    }
  }

  /**
   * Reads weights such as {@code 8:4:1}.
   *
   * @throws TestbedException if the text is not a list of weights
   */
  public static LinkClasses parse(String text) {
    if (!TEXT.matcher(text).matches()) {
      throw new TestbedException("expected three weights such as 8:4:1, got '" + text + "'");
    }
    return new LinkClasses(Arrays.stream(text.split(":")).map(Integer::valueOf).toList());
  }

  @Override
  public String toString() {
    return weights.stream().map(String::valueOf).collect(Collectors.joining(":"));
  }
}
