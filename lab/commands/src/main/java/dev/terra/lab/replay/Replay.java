package dev.terra.lab.replay;

import dev.terra.core.wan.SitePair;
import dev.terra.lab.replay.Carrier.Ended;
import dev.terra.lab.replay.MeasuredRun.JobTime;
import dev.terra.lab.replay.MeasuredRun.Sample;
import dev.terra.lab.replay.MeasuredRun.ShuffleTime;
import dev.terra.lab.replay.WireShuffle.Bundle;
import dev.terra.sim.ComputeModel;
import dev.terra.sim.JobProgress;
import dev.terra.sim.JobProgress.Release;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Sends a trace's shuffles when their jobs reach them: jobs arrive and stages compute by the clock, and a stage's
 * shuffle begins once all stages that it reads from are done. It is used once, from one thread.
 */
final class Replay {
  /** The most flows that one bundle stands for: as many as the sending tool opens at once. */
  static final int MAX_FLOWS = 64;

  private final Trace trace;
  private final ComputeModel compute;
  private final Pace pace;
  private final Carrier carrier;
  private final Environment environment;
  private final PriorityQueue<Timed> queue = new PriorityQueue<>();
  private final Map<String, Running> running = new HashMap<>();
  private final List<JobTime> jobs = new ArrayList<>();
  private final List<ShuffleTime> shuffles = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long startNanos;
  private long sequence;
  private long lastSeed;

  private record Timed(long atNanos, long sequence, Action action) implements Comparable<Timed> {
    @Override
    public int compareTo(Timed other) {
      int order = Long.compare(atNanos, other.atNanos);
      return order != 0 ? order : Long.compare(sequence, other.sequence);
    }
  }

  private interface Action {
    void run() throws IOException;
  }

  private record Running(JobProgress job, String stage, WireShuffle shuffle, long startNanos) {}

  /** The environment that a replay needs. */
  interface Environment {
    /** Returns monotonic nanoseconds. */
    long nowNanos();

    /** Returns the bytes that links have carried so far. */
    Map<String, Long> linkBytes();

    /** Notes how many of all jobs are done. */
    void jobsDone(int done, int all);
  }

  Replay(Trace trace, ComputeModel compute, Pace pace, Carrier carrier, Environment environment) {
    this.trace = trace;
    this.compute = compute;
    this.pace = pace;
    this.carrier = carrier;
    this.environment = environment;
  }

  /** Schedules an action at a time of the trace, from the first arrival on, such as the failure of a link. */
  void at(double traceSeconds, Runnable what) {
    add(pace.nanos(traceSeconds), what::run);
  }

  private void add(long atNanos, Action action) {
    queue.add(new Timed(Math.max(0, atNanos), sequence++, action));
  }

  /**
   * Runs until all jobs are done.
   *
   * @param limitSeconds of the trace; jobs that are not done by then are given up, which is a problem of the run
   * @param sampleSeconds of the trace between two samples of the links
   */
  MeasuredRun run(double limitSeconds, double sampleSeconds) throws IOException, InterruptedException {
    for (TraceJob job : trace.jobs()) {
      add(pace.nanos(job.arrivalSeconds() - trace.firstArrivalSeconds()), () -> arrive(job));
    }
    add(0, () -> sample(sampleSeconds));
    startNanos = environment.nowNanos();
    long limitNanos = pace.nanos(limitSeconds);
    for (happen(); jobs.size() < trace.jobs().size() && now() < limitNanos; happen()) {
      long next = queue.isEmpty() ? limitNanos : Math.min(limitNanos, queue.peek().atNanos());
      var ended = carrier.await(next - now());
      if (ended.isPresent()) {
        end(ended.get());
      }
    }
    if (jobs.size() < trace.jobs().size()) {
      problems.add((trace.jobs().size() - jobs.size()) + " jobs were not done after " + Math.round(limitSeconds) + " s of the trace");
    }
    samples.add(new Sample(pace.traceSeconds(now()), environment.linkBytes()));
    return new MeasuredRun(jobs, shuffles, samples, problems, pace.traceSeconds(now()));
  }

  private long now() {
    return environment.nowNanos() - startNanos;
  }

  private void happen() throws IOException {
    while (!queue.isEmpty() && queue.peek().atNanos() <= now()) {
      queue.remove().action().run();
    }
  }

  private void sample(double everySeconds) {
    samples.add(new Sample(pace.traceSeconds(now()), environment.linkBytes()));
    add(now() + pace.nanos(everySeconds), () -> sample(everySeconds));
  }

  private void arrive(TraceJob traceJob) throws IOException {
    JobProgress job = new JobProgress(traceJob, compute, false);
    for (String stage : job.firstStages()) {
      compute(job, stage);
    }
  }

  private void compute(JobProgress job, String stage) {
    add(now() + pace.nanos(job.computeSeconds(stage)), () -> stageDone(job, stage));
  }

  private void stageDone(JobProgress job, String stage) throws IOException {
    for (Release release : job.stageDone(stage)) {
      WireShuffle shuffle = onWire(job.job().id(), release);
      if (shuffle.bundles().isEmpty()) {
        compute(job, release.stage());
      } else {
        running.put(shuffle.id(), new Running(job, release.stage(), shuffle, now()));
        carrier.start(shuffle);
      }
    }
    if (job.isDone()) {
      double arrival = job.job().arrivalSeconds() - trace.firstArrivalSeconds();
      jobs.add(new JobTime(job.job().id(), arrival, pace.traceSeconds(now()) - arrival));
      environment.jobsDone(jobs.size(), trace.jobs().size());
    }
  }

  private WireShuffle onWire(String jobId, Release release) {
    Map<SitePair, SiteBytes> sums = new TreeMap<>();
    release.shuffles().stream().flatMap(List::stream).filter(entry -> !entry.from().equals(entry.to()) && entry.bytes() > 0)
        .forEach(entry -> sums.merge(new SitePair(entry.from(), entry.to()), entry, Replay::sum));
    List<Bundle> bundles = sums.values().stream().map(entry -> new Bundle(entry.from(), entry.to(), pace.bytes(entry.bytes()),
        Math.min(MAX_FLOWS, entry.flows()), ++lastSeed)).toList();
    return new WireShuffle(oneWord(jobId), oneWord(jobId + "/" + release.stage()), bundles);
  }

  private static String oneWord(String name) {
    return name.replaceAll("\\s", "_");
  }

  private static SiteBytes sum(SiteBytes a, SiteBytes b) {
    return new SiteBytes(a.from(), a.to(), a.bytes() + b.bytes(), (int) Math.min(Integer.MAX_VALUE, (long) a.flows() + b.flows()));
  }

  private void end(Ended ended) {
    Running over = running.remove(ended.shuffle());
    if (over == null) {
      return;
    }
    if (ended.problem().isPresent()) {
      // The job goes on, so that one failed shuffle does not hide the results of the others; the run is not complete.
      problems.add(ended.shuffle() + ": " + ended.problem().get());
    }
    shuffles.add(new ShuffleTime(ended.shuffle(), pace.traceSeconds(over.startNanos()), pace.traceSeconds(now() - over.startNanos()),
        over.shuffle().bytes()));
    compute(over.job(), over.stage());
  }
}
