package dev.terra.lab.capacity;

import com.google.common.math.Quantiles;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteCaps;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.lab.capacity.ControllerWatch.Sample;
import dev.terra.lab.transfer.PlannedTimes;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.control.BackgroundTraffic;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A measurement of whether plans follow what links carry, on a testbed of its own. Its links differ from those in
 * Terra's topology file, or change while shuffles run.
 */
public final class CapacityMeasurement {
  /** The limit of the time from a change of a link to the first plan that reflects it. */
  public static final double FOLLOW_SECONDS = 3;
  /** The limit of the time from the end of a change to the first plan that uses all of the link. */
  public static final double RECOVER_SECONDS = 10;
  /**
   * The limit of the relative difference between the planned time and the actual time, and between the measured and the
   * true capacity.
   */
  public static final double PLANNED_WITHIN = 0.15;
  /**
   * The limit of the ratio of the times of two simultaneous shuffles to their planned times, and of the time of one
   * shuffle to its optimum, on the true capacities.
   */
  public static final double TIME_RATIO = 1.15;
  /** The limit of the ratio of the time of one shuffle to its optimum, where a site has a cap that the file lacks. */
  public static final double CAP_TIME_RATIO = 1.10;

  /** Bytes/s over all links together: low enough that the machine's cores are not the bottleneck. */
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 4;
  private static final double GAMMA_SECONDS = 30;
  private static final double WARM_UP_SECONDS = 8;
  private static final double LARGE_SHARE = 1.3;
  private static final double SMALL_SHARE = 0.7;
  private static final double BACKGROUND_SHARE = 0.5;
  private static final double SLOW_SHARE = 0.2;
  private static final double WRONG_BY = 3;
  /** The cap of a site, as a share of what its links carry. */
  private static final double CAP_SHARE = 0.6;
  /**
   * Where the file has no capacities, the search for them begins at this share of the least capacity, which is the
   * capacity of no link.
   */
  private static final double BEGIN_SHARE = 0.5;
  /** A link has recovered if it has this share of its capacity again. */
  private static final double RECOVERED_SHARE = 0.9;
  private static final double TOLD_SECONDS = 12;
  /**
   * Plans are not compared with the actual time when a shuffle has less time left than this, since relative differences
   * then mean little.
   */
  private static final double LAST_SECONDS = 3;
  private static final double MEGA = 1e6;
  private static final String PREFIX = "tv-";
  /** A shuffle that takes this many times its optimum has failed. */
  private static final double PATIENCE = 6;
  private static final int SPARE_SECONDS = 60;

  private final Wan wan;
  private final LinkId link;
  private final LabNetwork network;
  private final Random random;
  private final Consumer<String> progress;

  /**
   * A figure and its limit.
   *
   * @param value not finite if the event never happened
   * @param atMost the limit
   */
  public record Figure(String name, double value, double atMost) {
    /** Returns whether the value is within its limit. */
    public boolean holds() {
      return value <= atMost;
    }
  }

  /** The figures of a row, and whether all of them are within their limits. */
  public record RowResult(String row, List<Figure> figures, boolean holds) {}

  private interface Disturbance {
    void begin();

    void end();
  }

  /**
   * Makes a measurement on a WAN whose capacities are scaled to what one machine can emulate. The widest link is the
   * one that changes.
   */
  public CapacityMeasurement(Wan nominal, LabNetwork network, long seed, Consumer<String> progress) {
    this.wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    this.link = wan.links().stream().max((a, b) -> a.capacity().compareTo(b.capacity())).orElseThrow().id();
    this.network = network;
    this.random = new Random(seed);
    this.progress = progress;
  }

  /**
   * Measures rows.
   *
   * @throws IOException if a shuffle fails
   */
  public List<RowResult> run(List<CapacityRow> rows) throws IOException, InterruptedException {
    List<RowResult> results = new ArrayList<>(run(wan, rows.stream().filter(row -> row != CapacityRow.CAP_LEFT_OUT).toList()));
    results.addAll(run(capped(), rows.stream().filter(row -> row == CapacityRow.CAP_LEFT_OUT).toList()));
    return results;
  }

  private List<RowResult> run(Wan real, List<CapacityRow> rows) throws IOException, InterruptedException {
    List<RowResult> results = new ArrayList<>();
    if (rows.isEmpty()) {
      return results;
    }
    try (Bed bed = Bed.up(real, kind(), progress)) {
      for (CapacityRow row : rows) {
        results.add(result(row, figures(bed, row)));
      }
    }
    return results;
  }

  private List<Figure> figures(Bed bed, CapacityRow row) throws IOException, InterruptedException {
    return switch (row) {
      case BACKGROUND -> disturbed(bed, background(bed), share(BACKGROUND_SHARE, false));
      case SLOW -> disturbed(bed, slow(bed), share(SLOW_SHARE, true));
      case TOO_HIGH -> told(bed, real -> real.mapLinks(each -> each.withCapacity(each.capacity().times(WRONG_BY))), TIME_RATIO);
      case TOO_LOW -> told(bed, real -> real.mapLinks(each -> each.withCapacity(each.capacity().times(1 / WRONG_BY))), TIME_RATIO);
      case LEFT_OUT -> told(bed, real -> real.mapLinks(this::withoutCapacity), TIME_RATIO);
      case CAP_LEFT_OUT -> told(bed, CapacityMeasurement::withoutCaps, CAP_TIME_RATIO);
    };
  }

  private RowResult result(CapacityRow row, List<Figure> figures) {
    figures.forEach(figure -> progress.accept(String.format(Locale.ROOT, "%s: %s %.3f (at most %.2f)%s", row.label(), figure.name(),
        figure.value(), figure.atMost(), figure.holds() ? "" : ": NOT KEPT")));
    return new RowResult(row.label(), figures, figures.stream().allMatch(Figure::holds));
  }

  /** Returns the WAN with a cap on what leaves the site at which the widest link begins. */
  private Wan capped() {
    double out = wan.linksFrom(link.from()).stream().mapToDouble(each -> each.capacity().bytesPerSecond()).sum();
    SiteCaps caps = new SiteCaps(Optional.of(new Bandwidth(out * CAP_SHARE)), Optional.empty());
    return new Wan(wan.name(), wan.sites().stream().map(site -> site.id().equals(link.from()) ? site.withCaps(caps) : site).toList(),
        wan.links());
  }

  private static Wan withoutCaps(Wan real) {
    return new Wan(real.name(), real.sites().stream().map(site -> site.withCaps(SiteCaps.NONE)).toList(), real.links());
  }

  private Bed.Kind kind() {
    return new Bed.Kind("capacity", PREFIX, network, TestbedTerra.affordable(wan).withMeasureLinks(true));
  }

  /** Starts or restarts Terra with a topology file that is derived from the WAN. */
  private static void start(Bed bed, UnaryOperator<Wan> told) throws IOException {
    bed.terra().stop();
    bed.testbed().directory().write(Cluster.TOLD_TOPOLOGY, Topologies.toYaml(told.apply(bed.testbed().addresses().withSubnets())));
    bed.terra().start();
    bed.terra().makeArchive();
  }

  private static Duration patience(TransferPlan plan) {
    return Duration.ofSeconds(Math.round(PATIENCE * plan.gammaSeconds()) + SPARE_SECONDS);
  }

  private Link withoutCapacity(Link each) {
    Bandwidth begin = new Bandwidth(wan.links().stream().mapToDouble(other -> other.capacity().bytesPerSecond()).min().orElseThrow()
        * BEGIN_SHARE);
    return new Link(each.id(), begin, each.latency(), each.price(), true);
  }

  /** Returns the WAN with one link at a share of its capacity. */
  private Wan share(double share, boolean bothDirections) {
    return wan.mapLinks(each -> each.id().equals(link) || (bothDirections && each.id().equals(link.reversed()))
        ? each.withCapacity(each.capacity().times(share)) : each);
  }

  private Disturbance background(Bed bed) {
    BackgroundTraffic traffic = new BackgroundTraffic(bed.testbed(), link.from(), link.to());
    return new Disturbance() {
      @Override
      public void begin() {
        traffic.start(nominal().times(1 - BACKGROUND_SHARE));
      }

      @Override
      public void end() {
        traffic.stop();
      }
    };
  }

  private Disturbance slow(Bed bed) {
    return new Disturbance() {
      @Override
      public void begin() {
        bed.testbed().links().setRate(link.from(), link.to(), nominal().times(SLOW_SHARE));
      }

      @Override
      public void end() {
        bed.testbed().links().setRate(link.from(), link.to(), nominal());
      }
    };
  }

  private Bandwidth nominal() {
    return wan.link(link).orElseThrow().capacity();
  }

  private static TransferPlan lasting(Wan on, double seconds) {
    return TransferPlan.lasting(on, Pattern.ALL_TO_ALL.pairs(on), seconds);
  }

  private List<Figure> disturbed(Bed bed, Disturbance disturbance, Wan changed) throws IOException, InterruptedException {
    start(bed, UnaryOperator.identity());
    time(bed, "warm-up", lasting(wan, WARM_UP_SECONDS));
    List<Figure> figures = new ArrayList<>();
    try (ControllerWatch watch = new ControllerWatch(bed.testbed())) {
      figures.addAll(following(bed, watch, disturbance, changed));
      figures.addAll(atOnce(bed, changed));
      figures.add(recovering(bed, watch, disturbance));
    } finally {
      disturbance.end();
    }
    return figures;
  }

  /**
   * Changes the link while a shuffle runs. Measures when the plan reflects the change, and whether the shuffle then
   * ends when it is planned to.
   */
  private List<Figure> following(Bed bed, ControllerWatch watch, Disturbance disturbance, Wan changed)
      throws IOException, InterruptedException {
    String name = bed.name("following");
    TransferPlan plan = lasting(changed, GAMMA_SECONDS);
    double truth = changed.link(link).orElseThrow().capacity().bytesPerSecond();
    try (Submission submission = bed.submit(name, plan, patience(plan))) {
      awaitPlanned(watch, name);
      TimeUnit.SECONDS.sleep(Math.round(WARM_UP_SECONDS));
      double changedAt = watch.now();
      disturbance.begin();
      double done = awaitDone(watch, submission, plan);
      double follows = since(watch, changedAt, sample -> sample.allocated(link) <= truth * (1 + PLANNED_WITHIN)
          && sample.measured(link).orElse(Double.NaN) >= truth * (1 - PLANNED_WITHIN)
          && sample.measured(link).orElse(Double.NaN) <= truth * (1 + PLANNED_WITHIN));
      tell(watch, changedAt, name);
      double from = Double.isFinite(follows) ? changedAt + follows : changedAt;
      return List.of(new Figure("seconds until the plan follows", follows, FOLLOW_SECONDS),
          new Figure("planned time off by", plannedOff(watch, name, from, done), PLANNED_WITHIN));
    }
  }

  /** Prints how the link's figures and a shuffle's planned end developed after a change. */
  private void tell(ControllerWatch watch, double from, String shuffle) {
    String last = "";
    for (Sample sample : watch.since(from)) {
      String figures = String.format(Locale.ROOT, "%s: measured %.2f, allocated %.2f MB/s", link,
          sample.measured(link).orElse(Double.NaN) / MEGA, sample.allocated(link) / MEGA);
      if (sample.atSeconds() - from < TOLD_SECONDS && !figures.equals(last)) {
        progress.accept(String.format(Locale.ROOT, "after %.1f s %s, %.1f s left", sample.atSeconds() - from, figures,
            sample.secondsLeft(shuffle).orElse(Double.NaN)));
      }
      last = figures;
    }
  }

  private static double awaitDone(ControllerWatch watch, Submission submission, TransferPlan plan)
      throws IOException, InterruptedException {
    submission.seconds(patience(plan));
    return watch.now();
  }

  private static void awaitPlanned(ControllerWatch watch, String shuffle) throws IOException, InterruptedException {
    double deadline = watch.now() + GAMMA_SECONDS;
    while (watch.since(0).stream().noneMatch(sample -> sample.secondsLeft(shuffle).isPresent())) {
      if (watch.now() > deadline) {
        throw new IOException("the controller plans nothing for the shuffle " + shuffle);
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** Returns the seconds from a moment until a condition holds, infinity if it never does. */
  private static double since(ControllerWatch watch, double seconds, Predicate<Sample> is) {
    return watch.since(seconds).stream().filter(is).mapToDouble(Sample::atSeconds).findFirst().orElse(Double.POSITIVE_INFINITY) - seconds;
  }

  /**
   * Returns the relative error of the planned time that a shuffle has left, from a moment until shortly before the
   * shuffle is done: the median of all plans of that time, infinity if there is no plan.
   */
  private double plannedOff(ControllerWatch watch, String shuffle, double from, double done) {
    List<Double> off = watch.since(from).stream()
        .filter(sample -> sample.atSeconds() < done - LAST_SECONDS && sample.secondsLeft(shuffle).isPresent())
        .map(sample -> Math.abs(sample.secondsLeft(shuffle).getAsDouble() / (done - sample.atSeconds()) - 1)).toList();
    if (off.isEmpty()) {
      return Double.POSITIVE_INFINITY;
    }
    progress.accept(String.format(Locale.ROOT, "%s: %d plans, off by at most %.3f", shuffle, off.size(), Collections.max(off)));
    return Quantiles.median().compute(off);
  }

  private List<Figure> atOnce(Bed bed, Wan changed) throws IOException, InterruptedException {
    TransferPlan alone = lasting(changed, GAMMA_SECONDS);
    Map<String, TransferPlan> plans = new LinkedHashMap<>();
    plans.put(bed.name("small"), varied(alone, SMALL_SHARE));
    plans.put(bed.name("large"), varied(alone, LARGE_SHARE));
    Map<String, Double> planned = PlannedTimes.of(changed, plans);
    TransferPlan longest = alone.withBytes(flow -> flow.bytes() * 3);
    List<Figure> figures = new ArrayList<>();
    try (Submission both = bed.submit(plans, patience(longest))) {
      List<Double> seconds = both.seconds(patience(longest));
      for (String name : plans.keySet()) {
        figures.add(new Figure("two at once, " + name.replaceAll("-.*", "") + ": times the planned",
            seconds.get(figures.size()) / planned.get(name), TIME_RATIO));
      }
    }
    return figures;
  }

  private TransferPlan varied(TransferPlan plan, double share) {
    return plan.withBytes(flow -> Math.max(1, Math.round(flow.bytes() * share * (0.5 + random.nextDouble()))));
  }

  /** Undoes the change of the link while a shuffle runs. */
  private Figure recovering(Bed bed, ControllerWatch watch, Disturbance disturbance)
      throws IOException, InterruptedException {
    String name = bed.name("recovering");
    TransferPlan plan = lasting(wan, GAMMA_SECONDS);
    double truth = nominal().bytesPerSecond();
    try (Submission submission = bed.submit(name, plan, patience(plan))) {
      awaitPlanned(watch, name);
      TimeUnit.SECONDS.sleep(Math.round(WARM_UP_SECONDS));
      double endedAt = watch.now();
      disturbance.end();
      awaitDone(watch, submission, plan);
      tell(watch, endedAt, name);
      double seconds = since(watch, endedAt, sample -> sample.measured(link).orElse(0) >= truth * RECOVERED_SHARE
          && sample.allocated(link) >= truth * RECOVERED_SHARE * RECOVERED_SHARE);
      return new Figure("seconds until the plan recovers", seconds, RECOVER_SECONDS);
    }
  }

  private List<Figure> told(Bed bed, UnaryOperator<Wan> told, double mostRatio) throws IOException, InterruptedException {
    start(bed, told);
    TransferPlan plan = lasting(bed.wan(), GAMMA_SECONDS);
    time(bed, "traffic", plan);
    try (ControllerWatch watch = new ControllerWatch(bed.testbed())) {
      double seconds = time(bed, "alone", plan);
      tellAll(watch);
      return List.of(new Figure("times Gamma", seconds / plan.gammaSeconds(), mostRatio));
    }
  }

  /** Prints about once a second which share of each link's true capacity was measured and planned. */
  private void tellAll(ControllerWatch watch) {
    double next = 0;
    for (Sample sample : watch.since(0)) {
      if (sample.atSeconds() >= next) {
        next = sample.atSeconds() + 1;
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "after %.1f s, of what links carry, measured and allocated:",
            sample.atSeconds()));
        for (Link each : wan.links()) {
          double truth = each.capacity().bytesPerSecond();
          line.append(String.format(Locale.ROOT, " %s %.2f %.2f", each.id(), sample.measured(each.id()).orElse(Double.NaN) / truth,
              sample.allocated(each.id()) / truth));
        }
        progress.accept(line.toString());
      }
    }
  }

  private static double time(Bed bed, String what, TransferPlan plan) throws IOException, InterruptedException {
    return bed.seconds(bed.name(what), plan, patience(plan));
  }
}
