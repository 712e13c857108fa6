package dev.terra.sim;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleAllocation;
import dev.terra.schedule.PathRate;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Replays a trace through a scheduler. Between events every bundle flows at its rate; an event is the arrival of a job, the end of a
 * stage's computation, a bundle's last byte (of a large {@link Coflow} several), or something that happens to a link. After each event, or
 * after all events of the same time, the scheduler computes new rates. With a controller that takes time, the new rates follow later.
 * Meanwhile the old rates apply (cut where a link cannot carry them), and the rates of a bundle that ends go to another bundle between the
 * same sites, as agents do it. Where agents receive rates at different times, lower rates apply at once, and higher ones when the last
 * agent has received them. A simulation is deterministic: events of the same time keep the order in which they were made.
 *
 * <p>Every run is audited: no link is ever above its capacity, every byte of the trace is sent, and no other byte, and no coflow ends
 * before its Gamma on the largest capacities of its lifetime.
 */
public final class Simulation {
  /** Events that are closer than this happen at the same time. */
  private static final double SAME_TIME_SECONDS = 1e-9;
  /** The most events in a row without any time passing; more are a loop. */
  private static final int MAX_EVENTS_AT_ONCE = 1_000_000;

  private record Timed(SimTime time, long sequence, Runnable action) implements Comparable<Timed> {
    @Override
    public int compareTo(Timed other) {
      int order = time.compareTo(other.time);
      return order != 0 ? order : Long.compare(sequence, other.sequence);
    }
  }

  /** Follows the progress of a simulation. */
  public interface Watcher {
    /** Receives how many of all jobs are done. */
    void jobsDone(int done, int all);
  }

  private final Trace trace;
  private final SimulationOptions options;
  private final Scheduler scheduler;
  private final LongSupplier programs;
  private final LongSupplier ticker;
  private final Links links;
  private final Audit audit;
  private final RunRecorder recorder;
  private final PriorityQueue<Timed> queue = new PriorityQueue<>();
  private final Map<ShuffleId, Coflow> active = new LinkedHashMap<>();
  private final Map<ShuffleId, JobRun> jobOf = new HashMap<>();
  private final @Nullable TcpConnections tcp;
  private final double delaySeconds;
  private final double spreadSeconds;
  /** The first arrival, on the trace's clock; the scheduler's times and all sums begin there. */
  private final double originSeconds;
  private SimTime now = SimTime.ZERO;
  private long sequence;
  private boolean roundWanted;
  private boolean roundPlanned;
  /** A number that grows with each schedule and each change of a link: the rates of an earlier plan must not be applied any more. */
  private long plan;

  /**
   * Makes a run that has not begun.
   *
   * @param wan the WAN with all links up
   * @param setup the policy and its environment
   */
  public Simulation(Wan wan, Trace trace, SimulationOptions options, Setup setup) {
    this.trace = trace;
    this.options = options;
    Candidate candidate = setup.candidate();
    this.scheduler = candidate.scheduler();
    this.programs = candidate.programs();
    this.ticker = setup.ticker();
    this.links = new Links(wan);
    this.audit = new Audit(setup.gammas(), links);
    int jobs = trace.jobs().size();
    this.originSeconds = trace.firstArrivalSeconds();
    this.recorder = new RunRecorder(candidate.name(), originSeconds, jobs, done -> setup.watcher().jobsDone(done, jobs));
    this.tcp = candidate.tcp().orElse(null);
    this.delaySeconds = tcp == null ? options.delay().seconds() : 0;
    this.spreadSeconds = tcp == null ? options.delay().spreadSeconds() : 0;
  }

  /**
   * The policy of a run.
   *
   * @param scheduler a new scheduler for each run
   * @param programs returns how many linear programs the scheduler has solved so far
   * @param tcp the connections that carry bundles without a controller; empty if bundles use open tunnels and there is a controller, whose
   *     delays count
   */
  public record Candidate(String name, Scheduler scheduler, LongSupplier programs, Optional<TcpConnections> tcp) {}

  /**
   * The policy and its environment.
   *
   * @param gammas computes minimum completion times
   * @param ticker returns monotonic nanoseconds, with which the times of rounds are measured
   * @param watcher receives the progress
   */
  public record Setup(Candidate candidate, Gammas gammas, LongSupplier ticker, Watcher watcher) {}

  /**
   * Runs to the end.
   *
   * @throws AuditException if the numbers cannot be true
   * @throws StuckException if bytes are left that no event will move
   */
  public SimulationResult run() {
    long start = ticker.getAsLong();
    for (TraceJob job : trace.jobs()) {
      at(arrival(job), () -> arrive(job));
    }
    options.events().forEach(event -> at(SimTime.ZERO.plus(Math.max(0, event.atSeconds() - originSeconds)), () -> {
      links.apply(event);
      plan++;
      audit.linksChanged();
      cutToFit();
      roundWanted = true;
    }));
    int atOnce = 0;
    while (!recorder.isComplete()) {
      double seconds = secondsToNext();
      atOnce = seconds > 0 ? 0 : atOnce + 1;
      if (Double.isInfinite(seconds) || atOnce > MAX_EVENTS_AT_ONCE) {
        throw new StuckException(originSeconds + now.seconds(), active.values());
      }
      advance(seconds);
      happen();
      round();
    }
    audit.finish();
    return recorder.result(now, programs.getAsLong(), ticker.getAsLong() - start);
  }

  private SimTime arrival(TraceJob job) {
    return SimTime.ZERO.plus(job.arrivalSeconds() - originSeconds);
  }

  private void at(SimTime time, Runnable action) {
    queue.add(new Timed(time, sequence++, action));
  }

  private double secondsToNext() {
    double next = queue.isEmpty() ? Double.POSITIVE_INFINITY : Math.max(0, queue.peek().time().minus(now));
    boolean gather = active.values().stream().anyMatch(Coflow::isLarge);
    for (Coflow coflow : active.values()) {
      next = Math.min(next, coflow.secondsToNextEnd(gather));
    }
    return next;
  }

  private void advance(double seconds) {
    now = now.plus(seconds);
    Map<CoflowBundle, List<PathRate>> ended = new LinkedHashMap<>();
    for (Coflow coflow : List.copyOf(active.values())) {
      coflow.send(seconds, audit::sent, (bundle, paths) -> {
        lastByte(coflow, paths);
        ended.put(bundle, paths);
      });
    }
    if (delaySeconds > 0) {
      ended.forEach(this::passOn);
    }
  }

  /**
   * Gives the rates of an ended bundle to the bundle with the least left between the same sites, as an agent does until the next schedule.
   */
  private void passOn(CoflowBundle ended, List<PathRate> paths) {
    active.values().stream().flatMap(coflow -> coflow.bundles().stream())
        .filter(bundle -> bundle.isOpen() && bundle.from.equals(ended.from) && bundle.to.equals(ended.to))
        .min(Comparator.comparingDouble(bundle -> bundle.remaining)).ifPresent(next -> next.followToo(paths));
  }

  private void lastByte(Coflow coflow, List<PathRate> paths) {
    roundWanted = true;
    double waiting = tcp != null ? options.roundTrips().queueSeconds() : 0;
    double latency = options.roundTrips().counted() ? meanLatencySeconds(paths) + waiting : 0;
    coflow.noteArriving(1);
    at(now.plus(latency), () -> {
      coflow.noteArriving(-1);
      finishIfDone(coflow);
    });
  }

  /** Returns the mean latency of a byte: senders give the longer paths their last bytes earlier, so that all arrive together. */
  private double meanLatencySeconds(List<PathRate> paths) {
    double rate = paths.stream().mapToDouble(PathRate::bytesPerSecond).sum();
    return rate > 0 ? paths.stream().mapToDouble(path -> path.bytesPerSecond() / rate * latencySeconds(path.path())).sum() : 0;
  }

  private double latencySeconds(Path path) {
    return path.links().stream()
        .mapToDouble(link -> links.current().link(link).map(l -> l.latency().toNanos() / 1e9).orElse(0.0)).sum();
  }

  private void happen() {
    while (!queue.isEmpty() && queue.peek().time().minus(now) <= SAME_TIME_SECONDS) {
      queue.remove().action().run();
    }
  }

  private void arrive(TraceJob job) {
    JobRun run = new JobRun(job, options);
    run.firstStages().forEach(stage -> compute(run, stage));
    endIfDone(run);
  }

  private void compute(JobRun job, String stage) {
    at(now.plus(job.computeSeconds(stage)), () -> {
      for (Coflow coflow : job.stageDone(stage)) {
        if (active.putIfAbsent(coflow.id(), coflow) == null) {
          coflow.start(now);
          jobOf.put(coflow.id(), job);
        }
        if (tcp != null) {
          coflow.bundles().forEach(bundle -> connect(bundle, tcp));
        }
        roundWanted |= coflow.isOpen();
        finishIfDone(coflow);
      }
      endIfDone(job);
    });
  }

  private void connect(CoflowBundle bundle, TcpConnections connections) {
    Optional<Path> route = connections.route().apply(bundle.from, bundle.to);
    double capacity = route.stream().flatMap(path -> path.links().stream())
        .mapToDouble(link -> links.current().link(link).map(open -> open.capacity().bytesPerSecond()).orElse(0.0)).min().orElse(0);
    if (capacity > 0 && bundle.isOpen()) {
      int count = connections.count().applyAsInt(bundle.flows);
      double lost = options.roundTrips().lostByConnection(2 * latencySeconds(route.get()), bundle.remaining / count, capacity / count);
      if (lost > 0) {
        bundle.noteOpening(1);
        at(now.plus(lost), () -> {
          bundle.noteOpening(-1);
          roundWanted = true;
        });
      }
    }
  }

  private void finishIfDone(Coflow coflow) {
    if (coflow.isDone() && active.remove(coflow.id()) != null) {
      if (!coflow.bundles().isEmpty()) {
        recorder.coflow(coflow, now.minus(coflow.start()), audit.ended(coflow, now));
      }
      compute(Objects.requireNonNull(jobOf.remove(coflow.id())), coflow.stage());
    }
  }

  private void endIfDone(JobRun job) {
    if (job.isDone()) {
      recorder.job(job.job(), now.minus(arrival(job.job())));
    }
  }

  private void round() {
    if (roundWanted && delaySeconds > 0) {
      roundWanted = false;
      if (!roundPlanned) {
        roundPlanned = true;
        at(now.plus(delaySeconds), () -> {
          roundPlanned = false;
          schedule();
        });
      }
    } else if (roundWanted) {
      roundWanted = false;
      schedule();
    }
    links.load(active.values());
    links.audit(now.seconds());
    recorder.utilisation(now, links.totalLoad(), links.totalCapacity());
  }

  private void schedule() {
    List<ShuffleDemand> demands = new ArrayList<>();
    for (Coflow coflow : active.values()) {
      if (coflow.isOpen()) {
        demands.add(coflow.demand());
      }
    }
    if (demands.isEmpty()) {
      spread(Map.of());
      return;
    }
    long start = ticker.getAsLong();
    Allocation allocation = scheduler.schedule(links.current(), demands, now.seconds());
    recorder.round(ticker.getAsLong() - start);
    Map<CoflowBundle, List<PathRate>> rates = new LinkedHashMap<>();
    for (ShuffleAllocation shuffle : allocation.shuffles()) {
      Coflow coflow = Objects.requireNonNull(active.get(shuffle.id()));
      coflow.noteAdmission(shuffle.admitted());
      for (BundleAllocation bundle : shuffle.bundles()) {
        rates.put(coflow.bundle(bundle.demand().from(), bundle.demand().to()), bundle.rates());
      }
    }
    spread(rates);
  }

  /** Applies rates: lower ones at once, higher ones when all agents can have received them. */
  private void spread(Map<CoflowBundle, List<PathRate>> rates) {
    active.values().stream().flatMap(coflow -> coflow.bundles().stream())
        .forEach(bundle -> bundle.follow(spreadSeconds > 0 ? bundle.kept(rates.getOrDefault(bundle, List.of())) : List.of()));
    long current = ++plan;
    Runnable all = () -> rates.forEach((bundle, paths) -> {
      if (plan == current && bundle.isOpen()) {
        bundle.follow(paths);
      }
    });
    if (spreadSeconds > 0) {
      at(now.plus(spreadSeconds), all);
    } else {
      all.run();
    }
  }

  /** Cuts rates after a change of a link: until the next schedule, each path carries what its links can. */
  private void cutToFit() {
    links.load(active.values());
    for (Coflow coflow : active.values()) {
      for (CoflowBundle bundle : coflow.bundles()) {
        bundle.follow(bundle.paths.stream()
            .map(rate -> new PathRate(rate.path(), rate.bytesPerSecond() * links.fitting(rate.path()), 0))
            .filter(rate -> rate.bytesPerSecond() > 0).toList());
      }
    }
  }
}
