package dev.terra.lab.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.ImmutableMap;
import com.google.common.math.Quantiles;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.ShrinkingBytes;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.SubmittedMatrix;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A measurement of how close Terra comes to the optimum on a testbed of its own: a shuffle from all sites to all,
 * alone, in several rounds; and two simultaneous shuffles compared with the times that the controller's own policy
 * gives them in the simulator.
 */
public final class GammaMeasurement {
  /** The limit of the median of the rounds divided by Gamma. */
  public static final double ALONE_LIMIT = 1.10;
  /** The limit of the time of each of two shuffles divided by its planned time. */
  public static final double AT_ONCE_LIMIT = 1.15;

  private static final String PREFIX = "tg-";
  private static final double GAMMA_SECONDS = 35;
  /** Bytes/s over all links. At half of what two cores emulate they are fully busy, and the measurement shows the cores. */
  private static final double SUM_OF_RATES = TransferPlan.MAX_SUM_OF_RATES / 4;
  /** The length of a file with compressible bytes. */
  private static final long FILE_BYTES = 16_000_000;
  /**
   * The divisor of the bytes of the warm-up, which lasts some seconds, since the JVMs of 25 agents must compile their
   * code on two cores first.
   */
  private static final int WARM_UP_SHARE = 5;
  /** A run that takes this many times its Gamma has failed. */
  private static final double PATIENCE = 5;
  /**
   * The bytes of the two shuffles, as shares of the bytes of the shuffle that runs alone. Each pair's share varies by
   * half, depending on the seed. Both last at least 30 s, as the shuffle alone does.
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
   * @param plannedSeconds its time by the policy, on payload capacities
   */
  public record Beside(String name, long bytes, double seconds, double plannedSeconds, double ratio) {}

  /**
   * The results on a topology.
   *
   * @param scale the factor on capacities
   * @param seconds of each round
   * @param gammaRatio median of each round's time divided by the Gamma of the bytes on links
   * @param shrinking plain bytes for a byte on links; 1 if nothing is compressed
   * @param holds whether both limits were kept and every byte was verified
   */
  public record Result(String topology, double scale, long bytes, double gammaSeconds, List<Double> seconds, double gammaRatio,
      double shrinking, List<Beside> atOnce, boolean holds) {}

  /**
   * The options of a measurement.
   *
   * @param network what keeps tunnels on their paths
   * @param measureLinks whether plans use the capacities of links that Terra measures
   * @param seed determines how much each pair sends in two simultaneous shuffles
   * @param agentsPerSite how many agents share each site
   * @param compressible the ratio by which bytes shrink, about, and agents compress them; empty: they do not shrink
   */
  public record Options(LabNetwork network, boolean measureLinks, long seed, int agentsPerSite, Optional<Double> compressible) {}

  /** Makes a measurement on a WAN. */
  public GammaMeasurement(Wan nominal, Options options, Consumer<String> progress) {
    this.nominal = nominal;
    this.options = options;
    this.random = new Random(options.seed());
    this.progress = progress;
  }

  /**
   * Measures the shuffles.
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
    TerraSetup setup = TestbedTerra.affordable(wan).withMeasureLinks(options.measureLinks())
        .withAgentLines(options.compressible().isPresent() ? "compression: {mode: auto}" : "");
    try (Bed bed = Bed.up(wan, new Bed.Kind("gamma", PREFIX, options.network(), setup), progress)) {
      bed.testbed().processes().useAgentsPerSite(options.agentsPerSite());
      if (options.compressible().isPresent()) {
        ShrinkingBytes.write(file(bed), options.compressible().get(), FILE_BYTES, options.seed());
      }
      bed.terra().start();
      return measure(bed, plan, scale, rounds);
    }
  }

  private Result measure(Bed bed, TransferPlan plan, double scale, int rounds) throws IOException, InterruptedException {
    warmUp(bed, plan.withBytes(flow -> Math.max(1, flow.bytes() / WARM_UP_SHARE)));
    bed.terra().makeArchive();
    List<Double> seconds = new ArrayList<>();
    List<Double> ratios = new ArrayList<>();
    double shrinking = 1;
    for (int round = 1; round <= rounds; round++) {
      String name = "alone-" + round;
      seconds.add(seconds(bed, ImmutableMap.of(name, plan)).get(0));
      TransferPlan onLinks = onLinks(bed, name, plan);
      shrinking = (double) plain(plan).totalBytes() / onLinks.totalBytes();
      ratios.add(seconds.get(round - 1) / onLinks.gammaSeconds());
      progress.accept(String.format(Locale.ROOT, "round %d of %d: %.2f s, %.3f x Gamma, bytes shrank by %.2f", round, rounds,
          seconds.get(round - 1), ratios.get(round - 1), shrinking));
    }
    double ratio = Quantiles.median().compute(ratios);
    List<Beside> atOnce = atOnce(bed, plan);
    boolean holds = ratio <= ALONE_LIMIT && atOnce.stream().allMatch(beside -> beside.ratio() <= AT_ONCE_LIMIT);
    return new Result(plan.wan().name(), scale, plan.totalBytes(), plan.gammaSeconds(), seconds, ratio, shrinking, atOnce, holds);
  }

  private static Path file(Bed bed) {
    return bed.testbed().directory().file("bytes.bin");
  }

  /** Returns the plan to send so that about the bytes of a plan are on links. */
  private TransferPlan plain(TransferPlan plan) {
    return options.compressible().map(ratio -> plan.withBytes(flow -> Math.round(ratio * flow.bytes()))).orElse(plan);
  }

  /** Returns the seconds that simultaneous plans take, in their order. */
  private List<Double> seconds(Bed bed, ImmutableMap<String, TransferPlan> plans) throws IOException, InterruptedException {
    Duration deadline = plans.values().stream().map(GammaMeasurement::deadline).max(Duration::compareTo).orElseThrow();
    if (options.compressible().isEmpty()) {
      try (Submission submission = bed.submit(plans, deadline)) {
        return submission.seconds(deadline);
      }
    }
    List<String> matrices = new ArrayList<>();
    for (Map.Entry<String, TransferPlan> plan : plans.entrySet()) {
      matrices.add(SubmittedMatrix.ofFile(plan.getKey(), plain(plan.getValue()), deadline, file(bed)));
    }
    try (Submission submission = bed.terra().submit(plans.keySet().iterator().next(), matrices)) {
      return submission.seconds(deadline);
    }
  }

  /** Returns a plan with the bytes that its shuffle had on links, as agents have counted them. */
  private TransferPlan onLinks(Bed bed, String name, TransferPlan plan) throws IOException {
    if (options.compressible().isEmpty()) {
      return plan;
    }
    Map<String, Long> wire = new HashMap<>();
    for (JsonNode shuffle : bed.terra().shuffles().path("shuffles")) {
      if (shuffle.path("id").asText().equals(name)) {
        shuffle.path("bundles").forEach(bundle ->
            wire.put(bundle.path("from").asText() + ":" + bundle.path("to").asText(), bundle.path("wireBytes").asLong()));
      }
    }
    if (wire.size() != plan.flows().size()) {
      throw new IOException("the controller knows " + wire.size() + " of " + plan.flows().size() + " bundles of " + name);
    }
    return plan.withBytes(flow -> Math.max(1, wire.getOrDefault(flow.from() + ":" + flow.to(), 0L)));
  }

  /**
   * Warms up each slice with a shuffle. A pair's bytes are in one slice, which differs between shuffles with successive
   * names.
   */
  private void warmUp(Bed bed, TransferPlan small) throws IOException, InterruptedException {
    for (int slice = 1; slice <= options.agentsPerSite(); slice++) {
      seconds(bed, ImmutableMap.of("warm-up-" + slice, small));
    }
  }

  private List<Beside> atOnce(Bed bed, TransferPlan alone) throws IOException, InterruptedException {
    TransferPlan large = share(alone, LARGE_SHARE);
    TransferPlan small = share(alone, SMALL_SHARE);
    List<Double> seconds = seconds(bed, ImmutableMap.of("small", small, "large", large));
    Map<String, Double> planned =
        PlannedTimes.of(alone.wan(), Map.of("large", onLinks(bed, "large", large), "small", onLinks(bed, "small", small)));
    return List.of(beside("small", small, seconds.get(0), planned), beside("large", large, seconds.get(1), planned));
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
