package dev.terra.sim.trace;

import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Makes traces from a seed.
 *
 * <p>Sizes: the bytes of a shuffle are log-normal (sigma 1.5, heavy-tailed: the largest percent carries a fifth). Placement: a stage runs
 * at 1 to all sites; their number is log-uniform, and sites are drawn with weights exp(0.8 x normal) fixed by the seed; 1 to 20 tasks a
 * site, log-normal. Shapes: {@link Shape#COFLOW} is one shuffle between two stages; {@link Shape#DAG} has 2 to 8 stages, each after the
 * first fed by one to three earlier ones. Arrivals are Poisson, at the rate that gives the requested offered load: mean arriving bytes/s
 * over the maximum concurrent flow of the trace's mean matrix. This equals the time to send everything as one shuffle, divided by the time
 * in which it arrives.
 */
public final class TraceGenerator {
  /** The shapes of jobs. */
  public enum Shape {
    /** One shuffle between two stages. */
    COFLOW,
    /** Several stages. */
    DAG
  }

  /**
   * The properties of a trace to make.
   *
   * @param jobs the number of jobs, at least 1
   * @param load offered load, above 0; empty if all jobs arrive at once
   * @param shape the shape of the jobs
   * @param meanBytes mean bytes of a shuffle, above 0
   * @param seed the same seed gives the same trace
   */
  public record Spec(int jobs, OptionalDouble load, Shape shape, double meanBytes, long seed) {
    /** Checks the ranges. */
    public Spec {
      if (jobs < 1 || !(meanBytes > 0) || (load.isPresent() && !(load.getAsDouble() > 0))) {
        throw new IllegalArgumentException("expected at least 1 job, bytes and load above 0, got " + jobs + ", " + meanBytes
            + ", " + load);
      }
    }
  }

  private static final double SIGMA = 1.5;
  private static final double SITE_SIGMA = 0.8;
  private static final int MAX_TASKS = 20;
  private static final int MAX_STAGES = 8;
  private static final int MAX_INPUTS = 3;

  private final Wan wan;
  private final Random random;
  private final double[] popularity;

  private TraceGenerator(Wan wan, long seed) {
    this.wan = wan;
    this.random = new Random(seed);
    this.popularity = wan.sites().stream().mapToDouble(site -> Math.exp(SITE_SIGMA * random.nextGaussian())).toArray();
  }

  /**
   * Makes a trace.
   *
   * @param secondsToSendAll the time in which the WAN could carry a whole trace as one shuffle
   */
  public static Trace generate(Wan wan, Spec spec, ToDoubleFunction<Trace> secondsToSendAll) {
    return new TraceGenerator(wan, spec.seed()).make(spec, secondsToSendAll);
  }

  private Trace make(Spec spec, ToDoubleFunction<Trace> secondsToSendAll) {
    List<TraceJob> jobs = new ArrayList<>();
    while (jobs.size() < spec.jobs()) {
      TraceJob job = spec.shape() == Shape.DAG ? dag(jobs.size(), spec.meanBytes()) : coflow(jobs.size(), spec.meanBytes());
      if (crossesWan(job)) {
        jobs.add(job);
      }
    }
    String name = "generated-" + wan.name() + "-" + spec.seed();
    Trace together = new Trace(name, jobs, List.of());
    if (spec.load().isEmpty()) {
      return together;
    }
    double meanGap = secondsToSendAll.applyAsDouble(together) / spec.load().getAsDouble() / jobs.size();
    double time = 0;
    List<TraceJob> spread = new ArrayList<>();
    for (TraceJob job : jobs) {
      spread.add(new TraceJob(job.id(), time, job.stages(), job.shuffles(), job.wireShare()));
      time += -Math.log(1 - random.nextDouble()) * meanGap;
    }
    return new Trace(name, spread, List.of());
  }

  private static boolean crossesWan(TraceJob job) {
    return job.shuffles().stream().flatMap(s -> s.bySites(job.stage(s.from()), job.stage(s.to())).stream())
        .anyMatch(entry -> !entry.from().equals(entry.to()) && entry.bytes() > 0);
  }

  private TraceJob coflow(int number, double meanBytes) {
    Stage map = stage("map");
    Stage reduce = stage("reduce");
    return new TraceJob(Integer.toString(number), 0, List.of(map, reduce), List.of(TraceShuffle.even("map", "reduce", size(meanBytes))));
  }

  private TraceJob dag(int number, double meanBytes) {
    int count = 2 + random.nextInt(MAX_STAGES - 1);
    List<Stage> stages = new ArrayList<>();
    List<TraceShuffle> shuffles = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      stages.add(stage("s" + i));
      int inputs = i == 0 ? 0 : 1 + random.nextInt(Math.min(i, MAX_INPUTS));
      for (int source : someOf(i, inputs)) {
        shuffles.add(TraceShuffle.even("s" + source, "s" + i, size(meanBytes)));
      }
    }
    return new TraceJob(Integer.toString(number), 0, stages, shuffles);
  }

  private List<Integer> someOf(int count, int wanted) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(i);
    }
    java.util.Collections.shuffle(all, random);
    return all.subList(0, wanted);
  }

  private double size(double meanBytes) {
    return meanBytes * Math.exp(SIGMA * random.nextGaussian() - SIGMA * SIGMA / 2);
  }

  private Stage stage(String name) {
    int sites = wan.sites().size();
    int count = Math.max(1, Math.min(sites, (int) Math.floor(Math.exp(random.nextDouble() * Math.log(sites + 1)))));
    Map<SiteId, Integer> tasks = new LinkedHashMap<>();
    while (tasks.size() < count) {
      Site site = wan.sites().get(drawSite());
      int here = (int) Math.min(MAX_TASKS, 1 + Math.floor(4 * Math.exp(random.nextGaussian())));
      tasks.putIfAbsent(site.id(), here);
    }
    return new Stage(name, tasks);
  }

  private int drawSite() {
    double total = 0;
    for (double weight : popularity) {
      total += weight;
    }
    double point = random.nextDouble() * total;
    for (int site = 0; site < popularity.length; site++) {
      point -= popularity[site];
      if (point < 0) {
        return site;
      }
    }
    return popularity.length - 1;
  }
}
