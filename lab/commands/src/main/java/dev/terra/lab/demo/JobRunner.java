package dev.terra.lab.demo;

import dev.terra.cli.progress.Progress;
import dev.terra.core.wan.LinkId;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.CrossSiteBytes;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.DemoPlan;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.cluster.ShuffleTotals;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.engine.JobCounters;
import dev.terra.lab.engine.JobOutcome;
import dev.terra.lab.jobfaults.FaultInjector;
import dev.terra.lab.jobfaults.FaultKind;
import dev.terra.lab.jobfaults.RunFault;
import dev.terra.lab.jobfaults.RunFaults;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** Runs jobs side by side on the cluster and measures them. */
public final class JobRunner {
  /** The name of the run with which other runs are compared. */
  public static final String STOCK = "stock";
  /** The pause between polls. Each poll costs agents processor time that jobs need too. */
  private static final long POLL_MILLIS = 500;
  /** The pause between polls if a fault must happen at the right moment, and its effects are timed. */
  private static final long FAULT_POLL_MILLIS = 150;
  /** The longest time of a run, far above any healthy run, so that a job that hangs does not hang the demo. */
  private static final double MAX_RUN_SECONDS = 1_800;
  private static final double PROGRESS_SECONDS = 10;
  /**
   * The time that the submission of a job is waited for. Jobs that run at once are submitted in a fixed order if that
   * is quick: otherwise the order differs between the runs that are compared.
   */
  private static final Duration SUBMIT_PATIENCE = Duration.ofSeconds(6);

  private final DemoCluster cluster;
  private final Engine engine;
  private final DemoPlan plan;
  private final Progress progress;
  private final LongSupplier nanoClock;

  /** Makes a runner of an engine's jobs on a cluster. */
  public JobRunner(DemoCluster cluster, Engine engine, DemoPlan plan, Progress progress, LongSupplier nanoClock) {
    this.cluster = cluster;
    this.engine = engine;
    this.plan = plan;
    this.progress = progress;
    this.nanoClock = nanoClock;
  }

  /** Returns the cluster on which jobs run. */
  public DemoCluster cluster() {
    return cluster;
  }

  /** Returns the engine whose jobs run. */
  public Engine engine() {
    return engine;
  }

  /** Returns the plan by which jobs run. */
  public DemoPlan plan() {
    return plan;
  }

  /** Returns the progress to which runs print how far they are. */
  public Progress progress() {
    return progress;
  }

  /** Returns whether the outputs of jobs in some runs are the same as in the run {@value #STOCK}. */
  public boolean identical(List<DemoJob> jobs, String... runs) throws IOException, InterruptedException {
    Engine.Outputs outputs = engine.outputs(cluster);
    boolean identical = true;
    for (DemoJob job : jobs) {
      for (String run : runs) {
        identical &= outputs.same(job, STOCK, run);
      }
    }
    return identical;
  }

  /**
   * Installs one of the two shuffles and runs jobs with it that are not measured. It then makes the archives of classes
   * that do not exist yet.
   *
   * @param run the name of the run that follows
   */
  public void warmUp(String run, List<DemoJob> jobs, boolean terra) throws IOException, InterruptedException {
    // NodeManagers and the engine's own processes are restarted, so that they are equally new in every run
    engine.pause(cluster);
    cluster.useShuffle(terra, progress);
    engine.resume(cluster);
    progress.say("%s: warm-up", run);
    run(run + "-warm-up", jobs, terra, Optional.empty());
    cluster.classes().makeArchives(progress);
  }

  /**
   * Makes input, and runs the plan's first jobs with the stock shuffle, on a testbed that has neither runs nor input
   * yet. Later runs are compared with their outputs, those of the run {@value #STOCK}.
   *
   * @return these jobs
   */
  public List<DemoJob> runStock() throws IOException, InterruptedException {
    List<DemoJob> jobs = plan.batches().get(0);
    List<DemoJob> inputs = new ArrayList<>(jobs);
    inputs.addAll(plan.warmUps());
    engine.prepare(cluster, inputs, progress);
    warmUp(STOCK, plan.warmUps(), false);
    run(STOCK, jobs, false, Optional.empty());
    return jobs;
  }

  /**
   * Runs jobs at once with the shuffle that is installed.
   *
   * @param run the name of the outputs' folder
   * @param terra whether there are agents to watch
   * @param fault a fault in the middle of the run, if one is requested
   * @throws IOException if a job fails or hangs
   */
  public RunResult run(String run, List<DemoJob> jobs, boolean terra, Optional<FaultRequest> fault)
      throws IOException, InterruptedException {
    Map<LinkId, Long> linksBefore = cluster.linkBytes();
    CrossSiteBytes bytesBefore = terra ? cluster.control().crossSiteBytes() : CrossSiteBytes.UNKNOWN;
    ShuffleTotals shuffleBefore = terra ? cluster.shuffleCounters() : ShuffleTotals.NONE;
    TrafficMonitor traffic = new TrafficMonitor(fault.isPresent() ? cluster::atAgent : cluster.gateway()::get,
        terra ? cluster.siteByStatsUrl() : Map.of());
    Optional<FaultInjector> injector = fault.map(request -> new FaultInjector(request.kind(),
        request.fault().apply(traffic), traffic,
        () -> arrivedShare(terra, traffic, linksBefore, request.expectedBytes()),
        new FaultInjector.Clocks(nanoClock, System::currentTimeMillis)));
    boolean speculation = fault.map(FaultRequest::kind).filter(FaultKind.STRAGGLER::equals).isPresent();
    traffic.startRun(nanoClock.getAsLong());
    Map<String, JobClient> clients = new LinkedHashMap<>();
    Map<String, JobOutcome> outcomes;
    try {
      for (DemoJob job : jobs) {
        JobClient client = engine.submit(cluster, job, run, speculation);
        clients.put(job.name(), client);
        client.awaitSubmitted(SUBMIT_PATIENCE);
      }
      await(run, clients, traffic, injector);
      outcomes = outcomes(clients);
      traffic.poll(nanoClock.getAsLong());
    } finally {
      clients.values().forEach(JobClient::close);
      if (injector.isPresent()) {
        injector.get().mend();
      }
    }
    CrossSiteBytes bytes = terra ? cluster.control().crossSiteBytes().since(bytesBefore) : CrossSiteBytes.UNKNOWN;
    ShuffleTotals shuffleAfter = terra ? cluster.shuffleCounters() : ShuffleTotals.NONE;
    long countedByJobs = outcomes.values().stream().mapToLong(outcome -> outcome.crossSiteBytes().orElse(0)).sum();
    ShuffleTotals shuffle = terra ? shuffleAfter.minus(shuffleBefore).ofJobs(countedByJobs) : ShuffleTotals.NONE;
    return new RunResult(
        seconds(outcomes), bytesByJob(clients, bytes, outcomes), counters(outcomes), difference(cluster.linkBytes(), linksBefore),
        shuffle,
        traffic.deliveredByPath(), traffic.outstandingSeconds(), injector.isPresent() ? injector.get().report() : Optional.empty());
  }

  /** Returns the share of the expected bytes that has arrived. Without agents, it is computed from what links have carried. */
  private double arrivedShare(boolean terra, TrafficMonitor traffic, Map<LinkId, Long> linksBefore, double expectedBytes) {
    if (terra) {
      return traffic.outstandingBytes() > 0 ? traffic.deliveredBytes() / expectedBytes : 0;
    }
    return difference(cluster.linkBytes(), linksBefore).values().stream().mapToLong(Long::longValue).sum() / expectedBytes;
  }

  /**
   * A request for a fault.
   *
   * @param expectedBytes the cross-site bytes that the run will have
   * @param fault makes the fault for a run that is watched
   */
  public record FaultRequest(FaultKind kind, double expectedBytes, Function<TrafficMonitor, RunFault> fault) {}

  /** Returns a request for a fault in the plan's first jobs. */
  public FaultRequest request(FaultKind kind, Function<TrafficMonitor, RunFault> fault) {
    return new FaultRequest(kind, plan.crossSiteBytes(cluster.wan().sites().size()), fault);
  }

  /**
   * Returns a request for a kind's own fault.
   *
   * @param comesBack whether a process that is killed is started again, as by a supervisor
   */
  public FaultRequest request(FaultKind kind, boolean comesBack) {
    return request(kind, traffic -> RunFaults.of(kind, comesBack, cluster, traffic));
  }

  private void await(String run, Map<String, JobClient> clients, TrafficMonitor traffic, Optional<FaultInjector> injector)
      throws IOException, InterruptedException {
    long start = nanoClock.getAsLong();
    double nextWord = PROGRESS_SECONDS;
    while (clients.values().stream().anyMatch(JobClient::isRunning)) {
      long now = nanoClock.getAsLong();
      double seconds = (now - start) / 1e9;
      traffic.poll(now);
      if (injector.isPresent()) {
        injector.get().poll(seconds);
      }
      if (seconds >= nextWord) {
        nextWord += PROGRESS_SECONDS;
        sayHowFar(run, clients, traffic, seconds);
      }
      if (seconds > MAX_RUN_SECONDS) {
        throw new IOException("run " + run + " did not end within " + MAX_RUN_SECONDS + " s; logs: " + cluster.keptLogs());
      }
      Thread.sleep(injector.isPresent() ? FAULT_POLL_MILLIS : POLL_MILLIS);
    }
  }

  private void sayHowFar(String run, Map<String, JobClient> clients, TrafficMonitor traffic, double seconds) {
    List<String> running = clients.entrySet().stream().filter(c -> c.getValue().isRunning()).map(Map.Entry::getKey).toList();
    String bytes = traffic.deliveredBytes() == 0
        ? ""
        : String.format(Locale.ROOT, ", tunnels delivered %.0f MB, %.0f MB outstanding",
            traffic.deliveredBytes() / 1e6, traffic.outstandingBytes() / 1e6);
    progress.say("  %s: %.0f s, still running %s%s", run, seconds, running, bytes);
  }

  private Map<String, JobOutcome> outcomes(Map<String, JobClient> clients) throws IOException, InterruptedException {
    Map<String, JobOutcome> outcomes = new LinkedHashMap<>();
    for (JobClient client : clients.values()) {
      outcomes.put(client.name(), engine.outcome(cluster, client));
    }
    return outcomes;
  }

  private static Map<String, Double> seconds(Map<String, JobOutcome> outcomes) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    outcomes.forEach((name, outcome) -> seconds.put(name, outcome.seconds()));
    return seconds;
  }

  /** Returns the cross-site bytes of each job: its own count if it has one, otherwise the controller's figure. */
  private static Map<String, Long> bytesByJob(Map<String, JobClient> clients, CrossSiteBytes bytes, Map<String, JobOutcome> outcomes) {
    Map<String, Long> byJob = new LinkedHashMap<>();
    clients.forEach((job, client) -> {
      client.application().ifPresent(application -> bytes.of(application).ifPresent(sum -> byJob.put(job, sum)));
      outcomes.get(job).crossSiteBytes().ifPresent(own -> byJob.put(job, own));
    });
    return byJob;
  }

  private static JobCounters counters(Map<String, JobOutcome> outcomes) {
    return outcomes.values().stream().map(JobOutcome::counters).reduce(JobCounters.NONE, JobCounters::plus);
  }

  private static Map<LinkId, Long> difference(Map<LinkId, Long> after, Map<LinkId, Long> before) {
    Map<LinkId, Long> difference = new LinkedHashMap<>();
    after.forEach((link, bytes) -> difference.put(link, bytes - before.getOrDefault(link, 0L)));
    return difference;
  }
}
