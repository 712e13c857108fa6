package dev.terra.lab.transfer;

import com.google.common.collect.ImmutableMap;
import com.google.common.math.Quantiles;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSetup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/**
 * How close Terra comes to the optimum on a testbed of its own: all sites to all, alone and again; and two shuffles at once against the
 * times that the controller's own policy gives them in the simulator.
 */
public final class GammaMeasurement {
  /** Median of the rounds over Gamma. */
  public static final double ALONE_LIMIT = 1.10;
  /** Each of two shuffles over its planned time. */
  public static final double AT_ONCE_LIMIT = 1.15;

  private static final String PREFIX = "tg-";
  private static final double GAMMA_SECONDS = 35;
  /** Over all links: at half of what two cores emulate they are busy to the last, and it is the cores that are measured. */
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 4;
  /** Some seconds of it, since the JVMs of 25 agents have to compile what they do on two cores first. */
  private static final int WARM_UP_SHARE = 5;
  /** A run that needs so many times its Gamma has failed. */
  private static final double PATIENCE = 5;
  /**
   * Of the bytes of the shuffle that runs alone; each pair's share varies by half, as the seed says. Both last at least 30 s, as it does.
   */
  private static final double LARGE_SHARE = 1.6;
  private static final double SMALL_SHARE = 0.9;

  private final Wan nominal;
  private final Options options;
  private final Random random;
  private final Consumer<String> progress;

  /**
   * A shuffle that ran beside another.
   *
   * @param plannedSeconds what the policy gives it, on payload capacities
   */
  public record Beside(String name, long bytes, double seconds, double plannedSeconds, double ratio) {}

  /**
   * What was measured on a topology.
   *
   * @param scale what capacities were multiplied by
   * @param seconds of each round
   * @param gammaRatio their median over Gamma
   * @param holds whether both limits were kept and every byte was verified
   */
  public record Result(String topology, double scale, long bytes, double gammaSeconds, List<Double> seconds, double gammaRatio,
      List<Beside> atOnce, boolean holds) {}

  /**
   * How it is measured.
   *
   * @param network what keeps tunnels on their paths
   * @param measureLinks whether plans go by what links carry, as Terra measures it
   * @param seed decides who sends how much of two shuffles at once
   * @param agentsPerSite how many share each site
   */
  public record Options(LabNetwork network, boolean measureLinks, long seed, int agentsPerSite) {}

  /** A measurement on a WAN. */
  public GammaMeasurement(Wan nominal, Options options, Consumer<String> progress) {
    this.nominal = nominal;
    this.options = options;
    this.random = new Random(options.seed());
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @throws IOException if a shuffle fails
   */
  public Result run(int rounds) throws IOException, InterruptedException {
    Wan wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    Link any = wan.links().iterator().next();
    double scale = any.capacity().bytesPerSecond() / nominal.link(any.id()).orElseThrow().capacity().bytesPerSecond();
    TransferPlan plan = TransferPlan.lasting(wan, Pattern.ALL_TO_ALL.pairs(wan), GAMMA_SECONDS);
    progress.accept(String.format(Locale.ROOT, "%s: %d MB all to all, capacities x %.4g: Gamma %.2f s", wan.name(),
        plan.totalBytes() / 1_000_000, scale, plan.gammaSeconds()));
    TerraSetup setup = TestbedTerra.affordable(wan).withMeasureLinks(options.measureLinks());
    try (Bed bed = Bed.up(wan, new Bed.Kind("gamma", PREFIX, options.network(), setup), progress)) {
      bed.testbed().processes().useAgentsPerSite(options.agentsPerSite());
      bed.terra().start();
      return measure(bed, plan, scale, rounds);
    }
  }

  private Result measure(Bed bed, TransferPlan plan, double scale, int rounds) throws IOException, InterruptedException {
    warmUp(bed, plan.withBytes(flow -> Math.max(1, flow.bytes() / WARM_UP_SHARE)));
    bed.terra().makeArchive();
    List<Double> seconds = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      seconds.add(bed.seconds("alone-" + round, plan, deadline(plan)));
      progress.accept(String.format(Locale.ROOT, "round %d of %d: %.2f s, %.3f x Gamma", round, rounds, seconds.get(round - 1),
          seconds.get(round - 1) / plan.gammaSeconds()));
    }
    double ratio = Quantiles.median().compute(seconds) / plan.gammaSeconds();
    List<Beside> atOnce = atOnce(bed, plan);
    boolean holds = ratio <= ALONE_LIMIT && atOnce.stream().allMatch(beside -> beside.ratio() <= AT_ONCE_LIMIT);
    return new Result(plan.wan().name(), scale, plan.totalBytes(), plan.gammaSeconds(), seconds, ratio, atOnce, holds);
  }

  /** A pair's bytes are in one slice, and which one that is differs between shuffles whose names follow each other. */
  private void warmUp(Bed bed, TransferPlan small) throws IOException, InterruptedException {
    for (int slice = 1; slice <= options.agentsPerSite(); slice++) {
      bed.seconds("warm-up-" + slice, small, deadline(small));
    }
  }

  private List<Beside> atOnce(Bed bed, TransferPlan alone) throws IOException, InterruptedException {
    TransferPlan large = share(alone, LARGE_SHARE);
    TransferPlan small = share(alone, SMALL_SHARE);
    Map<String, Double> planned = PlannedTimes.of(alone.wan(), Map.of("large", large, "small", small));
    try (Submission both = bed.submit(ImmutableMap.of("small", small, "large", large), deadline(large))) {
      List<Double> seconds = both.seconds(deadline(large));
      return List.of(beside("small", small, seconds.get(0), planned), beside("large", large, seconds.get(1), planned));
    }
  }

  private TransferPlan share(TransferPlan plan, double share) {
    return plan.withBytes(flow -> Math.max(1, Math.round(flow.bytes() * share * (0.5 + random.nextDouble()))));
  }

  private Beside beside(String name, TransferPlan plan, double seconds, Map<String, Double> planned) {
    Beside beside = new Beside(name, plan.totalBytes(), seconds, planned.get(name), seconds / planned.get(name));
    progress.accept(String.format(Locale.ROOT, "at once, the %s one: %.2f s, %.3f x the planned %.2f s", name, seconds, beside.ratio(),
        beside.plannedSeconds()));
    return beside;
  }

  private static Duration deadline(TransferPlan plan) {
    return Duration.ofSeconds(Math.round(PATIENCE * plan.gammaSeconds()) + 60);
  }

}
