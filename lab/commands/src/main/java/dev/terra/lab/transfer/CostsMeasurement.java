package dev.terra.lab.transfer;

import com.google.common.collect.Comparators;
import com.google.common.collect.Lists;
import com.google.common.collect.Streams;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.LinkPrice;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.SubmittedMatrix;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.SolverName;
import dev.terra.schedule.cost.CostPlan;
import dev.terra.schedule.cost.CostPlanner;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.testbed.LabNetwork;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A measurement of the cost and the time of two simultaneous shuffles, for several values of time, on a testbed whose
 * links all have one price: a detour pays on each of its links. The price is the one at which the middle value chooses
 * a plan between the fastest and the cheapest. The second shuffle has half of the first one's bytes, so that this holds
 * for both. Costs are those of the controller's ledger; they are compared with what the interfaces of the links have
 * counted, at that price.
 */
public final class CostsMeasurement {
  /** The limit of the relative difference between the ledger and the interfaces. */
  public static final double LEDGER_LIMIT = 0.01;
  /** The values of time in US dollars an hour. */
  private static final double[] VALUES = {0, 10, 100};

  private static final String PREFIX = "tp-";
  private static final double SECONDS_AN_HOUR = 3_600;
  private static final double BYTES_A_GIGABYTE = 1e9;
  private static final double GAMMA_SECONDS = 20;
  /** The skew of the bytes of pairs: few pairs have most of them, so that detours help. */
  private static final int SKEW = 3;
  private static final double SAME = 1e-4;
  /**
   * The number of random shuffles from which one is chosen: the shuffle whose middle plan is closest to half way
   * between the fastest and the cheapest.
   */
  private static final int DRAWS = 32;
  /** The least time of a shuffle on the cheapest paths, divided by its time on the fastest paths. */
  private static final double SLOWER = 1.2;
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 4;
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Wan nominal;
  private final Random random;
  private final Consumer<String> progress;

  /**
   * Two shuffles that have the same value of time.
   *
   * @param usdPerHour the value
   * @param seconds of each shuffle
   * @param usd the cost of both, by the ledger
   * @param interfaceUsd the cost of the bytes that the links have carried, with acknowledgements and all other packets
   */
  public record Row(double usdPerHour, List<Double> seconds, double usd, double interfaceUsd) {
    double meanSeconds() {
      return seconds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** Returns the relative difference between the ledger and the interfaces. */
    public double ledgerError() {
      return Math.abs(usd / interfaceUsd - 1);
    }
  }

  /**
   * The results of the measurement.
   *
   * @param usdPerGigabyte the price of each link
   * @param holds whether dollars rise and seconds fall from value to value, and the ledger agrees with the interfaces
   */
  public record Result(String topology, double usdPerGigabyte, List<Row> rows, boolean holds) {}

  /**
   * The price of a gigabyte at which the middle value of time chooses a middle plan.
   *
   * @param distance of that plan from half way between the fastest and the cheapest in time, as a share of what lies
   *     between them, 0 to .5
   */
  record Middle(TransferPlan plan, double usdPerGigabyte, double distance) {}

  /** Makes a measurement on a WAN, whose own prices do not count. */
  public CostsMeasurement(Wan nominal, long seed, Consumer<String> progress) {
    this.nominal = nominal;
    this.random = new Random(seed);
    this.progress = progress;
  }

  /**
   * Measures two shuffles for each value of time.
   *
   * @throws IOException if a shuffle fails
   */
  public Result run() throws IOException, InterruptedException {
    Wan wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    TransferPlan even = TransferPlan.lasting(wan, Pattern.ALL_TO_ALL.pairs(wan), GAMMA_SECONDS);
    Middle middle = Stream.generate(() -> uneven(even)).limit(DRAWS).flatMap(plan -> middle(wan, plan).stream())
        .min(Comparator.comparingDouble(Middle::distance)).orElseThrow(() -> new IllegalArgumentException(
            wan.name() + ": the cheapest paths are nearly as fast as the fastest ones, so a value of time changes little"));
    List<TransferPlan> plans = List.of(middle.plan(), middle.plan().withBytes(flow -> Math.max(1, flow.bytes() / 2)));
    double price = middle.usdPerGigabyte();
    Wan priced = priced(wan, price);
    progress.accept(String.format(Locale.ROOT, "%s: two shuffles at once, %.3f US dollars a gigabyte on each link", wan.name(), price));
    try (Bed bed = Bed.up(priced, new Bed.Kind("costs", PREFIX, LabNetwork.OVERLAY, TestbedTerra.affordable(wan)), progress)) {
      bed.terra().start();
      bed.seconds("warm-up", even, PATIENCE);
      List<Row> rows = new ArrayList<>();
      for (double value : VALUES) {
        rows.add(measure(bed, plans, value, price));
      }
      return new Result(wan.name(), price, rows, holds(rows));
    }
  }

  private TransferPlan uneven(TransferPlan plan) {
    return plan.withBytes(flow -> Math.max(1, Math.round(flow.bytes() * (1 + SKEW) * Math.pow(random.nextDouble(), SKEW))));
  }

  private static Wan priced(Wan wan, double usdPerGigabyte) {
    LinkPrice price = LinkPrice.of(OptionalDouble.of(usdPerGigabyte));
    return wan.mapLinks(link -> new Link(link.id(), link.capacity(), link.latency(), price, false));
  }

  /**
   * Returns the price at which the middle value is the least that chooses a plan which is at least as near to the
   * fastest as to the cheapest, in time. Few shuffles have a plan half way between the two, so the distance states how
   * far this one is from there.
   *
   * @return empty if the cheapest paths are nearly as fast as the fastest ones, so that a value of time changes little
   */
  static Optional<Middle> middle(Wan wan, TransferPlan plan) {
    Wan one = priced(TransferPlan.payload(wan), 1);
    List<BundleDemand> bundles = plan.flows().stream().map(flow -> new BundleDemand(flow.from(), flow.to(), flow.bytes())).toList();
    PathSets paths = new PathSets(one, PathRules.atMost(TestbedTerra.affordable(wan).pathsPerPair()));
    CostPlanner planner = new CostPlanner(paths, one, bundles, PolicyScheduler.solver(SolverName.FAST));
    CostPlan fastest = planner.fastest();
    CostPlan cheapest = planner.cheapest();
    double middle = (fastest.seconds() + cheapest.seconds()) / 2;
    double mean = SECONDS_AN_HOUR * (fastest.usd() - cheapest.usd()) / (cheapest.seconds() - fastest.seconds());
    if (!(mean > 0 && cheapest.seconds() >= SLOWER * fastest.seconds())) {
      return Optional.empty();
    }
    double least = 0;
    double most = mean;
    while (planner.atValueOfTime(most).seconds() > middle) {
      least = most;
      most *= 2;
    }
    while (most - least > SAME * most) {
      double half = (least + most) / 2;
      boolean isSlow = planner.atValueOfTime(half).seconds() > middle;
      least = isSlow ? half : least;
      most = isSlow ? most : half;
    }
    double distance = (middle - planner.atValueOfTime(most).seconds()) / (cheapest.seconds() - fastest.seconds());
    return Optional.of(new Middle(plan, VALUES[VALUES.length / 2] / most, distance));
  }

  private Row measure(Bed bed, List<TransferPlan> plans, double value, double price) throws IOException, InterruptedException {
    List<String> names = List.of(bed.name("first"), bed.name("second"));
    Map<LinkId, Long> before = linkBytes(bed);
    List<String> matrices = List.of(SubmittedMatrix.of(names.get(0), plans.get(0), PATIENCE, OptionalDouble.of(value)),
        SubmittedMatrix.of(names.get(1), plans.get(1), PATIENCE, OptionalDouble.of(value)));
    List<Double> seconds;
    try (Submission both = bed.terra().submit(names.get(0), matrices)) {
      seconds = both.seconds(PATIENCE);
    }
    Map<LinkId, Long> after = linkBytes(bed);
    long carried = after.entrySet().stream().mapToLong(link -> link.getValue() - before.getOrDefault(link.getKey(), 0L)).sum();
    double usd = Streams.stream(bed.controller("/api/v1/costs?by=shuffle&limit=1000").path("items"))
        .filter(row -> names.contains(row.path("name").asText())).mapToDouble(row -> row.path("usd").asDouble()).sum();
    Row row = new Row(value, seconds, usd, carried * price / BYTES_A_GIGABYTE);
    progress.accept(String.format(Locale.ROOT, "%.0f US dollars an hour: %.1f s and %.1f s, %.4f US dollars, %.4f by the interfaces", value,
        seconds.get(0), seconds.get(1), usd, row.interfaceUsd()));
    return row;
  }

  private static Map<LinkId, Long> linkBytes(Bed bed) {
    return bed.testbed().links().counters().stream().collect(Collectors.toMap(link -> link.link(), link -> link.ipBytes()));
  }

  static boolean holds(List<Row> rows) {
    return Comparators.isInStrictOrder(Lists.transform(rows, Row::usd), Double::compare)
        && Comparators.isInStrictOrder(Lists.transform(Lists.reverse(rows), Row::meanSeconds), Double::compare)
        && rows.stream().allMatch(row -> row.ledgerError() <= LEDGER_LIMIT);
  }
}
