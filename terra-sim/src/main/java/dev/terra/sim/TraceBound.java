package dev.terra.sim;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.WanUse;
import dev.terra.sim.WanEvent.Kind;
import dev.terra.sim.bound.BusyTimeBound;
import dev.terra.sim.bound.LinkPrices;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * A lower bound on the average job time under any policy that uses the path sets, in the form of a run. A job that is alone takes the time
 * of its longest chain: for each coflow, its Gamma on the largest capacities that links ever have; for each stage, its computation.
 * {@link BusyTimeBound} adds how long jobs have to wait for each other on average. Only the averages of this run are bounds. The time of a
 * coflow is its Gamma; where every job has only one, it is what the job's bound leaves for the coflow.
 */
final class TraceBound {
  /** A coflow in the chain of its job. */
  private record Link(int job, Coflow coflow, double startSeconds, double gammaSeconds, double tailSeconds) {}

  private final PathSets paths;
  private final Gammas gammas;
  private final Trace trace;
  private final SimulationOptions options;
  private final LongSupplier ticker;
  private final double[] capacity;
  /** The first arrival, on the trace's clock. All times here count from it, so that the trace's clock costs no precision. */
  private final double originSeconds;
  private final List<Link> chainLinks = new ArrayList<>();

  TraceBound(PathSets paths, Gammas gammas, Trace trace, SimulationOptions options, LongSupplier ticker) {
    this.paths = paths;
    this.gammas = gammas;
    this.trace = trace;
    this.options = options;
    this.ticker = ticker;
    this.capacity = largestCapacities();
    this.originSeconds = trace.firstArrivalSeconds();
  }

  private double[] largestCapacities() {
    Wan wan = paths.wan();
    double[] largest = wan.capacities().clone();
    for (WanEvent event : options.events()) {
      if (event.kind() == Kind.CAPACITY) {
        for (var direction : List.of(event.link(), event.link().reversed())) {
          if (wan.link(direction).isPresent()) {
            int index = wan.indexOf(direction);
            largest[index] = Math.max(largest[index], event.capacity().orElseThrow().bytesPerSecond());
          }
        }
      }
    }
    return largest;
  }

  SimulationResult result() {
    long start = ticker.getAsLong();
    List<TraceJob> jobs = trace.jobs();
    List<Double> alone = IntStream.range(0, jobs.size()).mapToObj(job -> chain(job, jobs.get(job))).toList();
    chainLinks.sort(Comparator.comparingDouble(Link::startSeconds));
    List<Double> ends = new BusyTimeBound(items(), alone).ends();
    List<JobTime> times = IntStream.range(0, jobs.size())
        .mapToObj(job -> new JobTime(jobs.get(job).id(), jobs.get(job).arrivalSeconds(),
            ends.get(job) - arrival(jobs.get(job)))).toList();
    boolean oneEach = chainLinks.stream().map(Link::job).distinct().count() == chainLinks.size();
    List<CoflowTime> coflows = chainLinks.stream().map(link -> new CoflowTime(link.coflow().id().value(),
        originSeconds + link.startSeconds(),
        oneEach ? ends.get(link.job()) - link.tailSeconds() - link.startSeconds() : link.gammaSeconds(), link.gammaSeconds(),
        link.coflow().totalBytes(), OptionalDouble.empty(), true)).toList();
    return new SimulationResult("bound", times, coflows, WanUse.NONE, new RunCost(0, List.of(), ticker.getAsLong() - start));
  }

  private List<BusyTimeBound.Item> items() {
    List<List<BundleDemand>> bundles = chainLinks.stream().map(link -> link.coflow().bundles().stream()
        .map(bundle -> new BundleDemand(bundle.from, bundle.to, bundle.total)).toList()).toList();
    List<List<Double>> loads = new LinkPrices(paths, capacity).loads(bundles);
    return IntStream.range(0, chainLinks.size()).mapToObj(i -> {
      Link link = chainLinks.get(i);
      return new BusyTimeBound.Item(link.job(), link.startSeconds(), link.tailSeconds(), loads.get(i));
    }).toList();
  }

  private double arrival(TraceJob job) {
    return job.arrivalSeconds() - originSeconds;
  }

  /** Returns when a job ends if nothing ever waits, seconds from the first arrival. */
  private double chain(int number, TraceJob job) {
    JobRun run = new JobRun(job, options);
    Map<String, Double> doneAt = new HashMap<>();
    List<String> ready = new ArrayList<>(run.firstStages());
    List<Link> backwards = new ArrayList<>();
    ready.forEach(stage -> doneAt.put(stage, arrival(job) + run.computeSeconds(stage)));
    for (int i = 0; i < ready.size(); i++) {
      for (Coflow coflow : run.stageDone(ready.get(i))) {
        if (!coflow.isReleased()) {
          continue;
        }
        double start = job.inputsByStage().getOrDefault(coflow.stage(), List.of()).stream()
            .mapToDouble(shuffle -> doneAt.get(shuffle.from())).max().orElse(arrival(job));
        double earliest = options.earlyStart() ? arrival(job) : start;
        double gamma = gammas.seconds(coflow, capacity);
        backwards.add(0, new Link(number, coflow, earliest, gamma, 0));
        doneAt.put(coflow.stage(), Math.max(start, earliest + gamma) + run.computeSeconds(coflow.stage()));
        ready.add(coflow.stage());
      }
    }
    addWithTails(job, run, backwards);
    return doneAt.values().stream().mapToDouble(Double::doubleValue).max().orElse(arrival(job));
  }

  /**
   * Adds the coflows of a job with the least time that the job takes after each of them. The coflows are given from the last to the first.
   */
  private void addWithTails(TraceJob job, JobRun run, List<Link> backwards) {
    Map<String, Double> after = new HashMap<>();
    for (Link link : backwards) {
      String stage = link.coflow().stage();
      double tail = run.computeSeconds(stage) + after.getOrDefault(stage, 0.0);
      double gamma = options.earlyStart() ? 0 : link.gammaSeconds();
      job.inputsByStage().getOrDefault(stage, List.of()).forEach(shuffle -> after.merge(shuffle.from(), gamma + tail, Math::max));
      if (!link.coflow().bundles().isEmpty()) {
        chainLinks.add(new Link(link.job(), link.coflow(), link.startSeconds(), link.gammaSeconds(), tail));
      }
    }
  }
}
