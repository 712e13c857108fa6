package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests the estimates of simulated links with one constant at half or twice its value, by the number of links of each kind that the
 * estimates follow. The table is in docs/internals/capacity.md.
 */
class CapacitySensitivityTest {
  private static final double NOMINAL = 2.5e6;
  private static final int LINKS = 8;

  private static final List<String> EVIDENCE = names(CapacityConstants.Evidence.class);
  private static final List<String> PROBING = names(CapacityConstants.Probing.class);
  /** The constants that are parts of a whole, and therefore are at most 1. */
  private static final Set<String> PARTS = Set.of("full", "half");

  private static List<String> names(Class<?> constants) {
    return Arrays.stream(constants.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  private static CapacityConstants times(String constant, double factor) {
    CapacityConstants.Evidence evidence = CapacityConstants.DEFAULT.evidence();
    CapacityConstants.Probing probing = CapacityConstants.DEFAULT.probing();
    double[] counts = {evidence.windowSeconds(), evidence.shortage(), evidence.same(), evidence.full(), evidence.leastShare()};
    double[] tries = {probing.spacingSeconds(), probing.firstExcess(), probing.growth(), probing.half(), probing.queueSeconds()};
    double[] values = EVIDENCE.contains(constant) ? counts : tries;
    int at = Math.max(EVIDENCE.indexOf(constant), PROBING.indexOf(constant));
    values[at] = Math.min(PARTS.contains(constant) ? 1 : Double.POSITIVE_INFINITY, values[at] * factor);
    return new CapacityConstants(new CapacityConstants.Evidence(counts[0], counts[1], counts[2], counts[3], counts[4]),
        new CapacityConstants.Probing(tries[0], tries[1], tries[2], tries[3], tries[4]));
  }

  /** Returns how many links of each kind the estimates follow. */
  private static Map<String, Integer> followed(CapacityConstants constants) {
    Map<String, Integer> followed = new LinkedHashMap<>();
    followed.put("fall in 3 s", count(seed -> falls(constants, seed)));
    followed.put("recovery in 10 s", count(seed -> recovers(constants, seed)));
    followed.put("true file kept", count(seed -> keeps(constants, seed)));
    followed.put("wrong file found", count(seed -> finds(constants, seed)));
    followed.put("stalls ignored", count(seed -> ignoresStalls(constants, seed)));
    return followed;
  }

  private static int count(IntUnaryOperator link) {
    return IntStream.range(0, LINKS).map(link).sum();
  }

  private static int held(boolean holds) {
    return holds ? 1 : 0;
  }

  private static boolean within(double estimate, double truth, double share) {
    return Math.abs(estimate - truth) <= share * truth;
  }

  private static int falls(CapacityConstants constants, int seed) {
    Random random = new Random(seed);
    double left = 0.15 + 0.55 * random.nextDouble();
    double falls = 20 + 4 * random.nextDouble();
    SimulatedLink link = link(constants, random).carries(at -> at < falls ? NOMINAL : left * NOMINAL).run(falls + 19);
    return held(within(link.estimateAt(falls + 3), left * NOMINAL, 0.1)
        && within(link.leastBetween(falls + 3, falls + 19), left * NOMINAL, 0.12)
        && within(link.greatestBetween(falls + 3, falls + 19), left * NOMINAL, 0.12));
  }

  private static int recovers(CapacityConstants constants, int seed) {
    Random random = new Random(seed);
    double left = 0.15 + 0.55 * random.nextDouble();
    double falls = 20 + 4 * random.nextDouble();
    SimulatedLink link = link(constants, random).carries(at -> at < falls || at > falls + 20 ? NOMINAL : left * NOMINAL).run(falls + 31);
    return held(within(link.estimateAt(falls + 30), NOMINAL, 0.1));
  }

  private static int keeps(CapacityConstants constants, int seed) {
    Random random = new Random(seed);
    SimulatedLink link = link(constants, random).carries(at -> NOMINAL).noisy(0.1 * random.nextDouble()).run(240);
    return held(link.leastBetween(0, 240) == NOMINAL && link.greatestBetween(0, 240) == NOMINAL && link.trials() <= 7
        && link.worstQueueSeconds() < 1.5);
  }

  private static int finds(CapacityConstants constants, int seed) {
    Random random = new Random(seed);
    double truth = 0.25 * Math.pow(16, random.nextDouble());
    double share = truth > 0.8 && truth < 1.3 ? 0.25 : 0.12;
    SimulatedLink link = link(constants, random).carries(at -> truth * NOMINAL).run(60);
    return held(within(link.estimateAt(30), truth * NOMINAL, share) && within(link.leastBetween(30, 60), truth * NOMINAL, share));
  }

  private static int ignoresStalls(CapacityConstants constants, int seed) {
    Random random = new Random(seed);
    double[] stalls = random.doubles(120, -0.3, 0.4).toArray();
    SimulatedLink link = link(constants, random).carries(at -> NOMINAL).stalls(at -> at % 1 < stalls[(int) at % stalls.length]).run(120);
    return held(link.leastBetween(0, 120) > 0.85 * NOMINAL && link.greatestBetween(0, 120) == NOMINAL);
  }

  private static SimulatedLink link(CapacityConstants constants, Random random) {
    return new SimulatedLink(new LinkCapacity(NOMINAL, true, SimulatedLink.SHARE, constants), NOMINAL, (2 + random.nextInt(199)) / 1e3,
        random.nextLong());
  }

  @Test
  void withTheConstantsAsTheyAreAllLinksAreFollowed() {
    assertThat(followed(CapacityConstants.DEFAULT).values()).containsOnly(LINKS);
  }

  /** The test also prints the table of the page. */
  @Test
  void aConstantThatIsAnotherOneIsSeen() {
    Set<String> seen = new TreeSet<>();
    for (String constant : Stream.concat(EVIDENCE.stream(), PROBING.stream()).toList()) {
      for (double factor : new double[] {0.5, 2}) {
        Map<String, Integer> followed = followed(times(constant, factor));
        System.out.println(row(constant, factor, followed.values()));
        if (followed.values().stream().anyMatch(links -> links < LINKS)) {
          seen.add(constant);
        }
      }
    }
    assertThat(seen).as("with half the growth, probes beyond a true capacity stay frequent").contains("growth");
  }

  private static String row(String constant, double factor, Collection<Integer> followed) {
    return String.format(Locale.ROOT, "| %s | x %.1f | %s |", constant, factor,
        followed.stream().map(String::valueOf).collect(Collectors.joining(" | ")));
  }
}
