package dev.terra.lab.replay;

import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.replay.Replay.Environment;
import dev.terra.sim.ComputeModel;
import dev.terra.sim.WanEvent;
import dev.terra.sim.trace.Trace;
import dev.terra.testbed.control.LinkControl;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** An emulated WAN on which a trace is replayed, one way after the other. */
final class ReplayBed implements AutoCloseable {
  /**
   * The traffic of every pair of sites for which agents warm up before a replay, so that their code is compiled as it
   * is after days.
   */
  private static final double WARM_UP_SECONDS = 4;
  private static final long WARM_UP_PATIENCE_NANOS = 120_000_000_000L;
  /** The number of samples of links over a replay: enough for a picture. */
  private static final int SAMPLES = 300;
  private static final double LEAST_SAMPLE_SECONDS = 1;

  private final Bed bed;
  private final Wan nominal;
  private final Pace pace;
  private final Carriers carriers;

  private ReplayBed(Bed bed, Wan nominal, Pace pace, Consumer<String> progress) {
    this.bed = bed;
    this.nominal = nominal;
    this.pace = pace;
    this.carriers = new Carriers(bed.testbed(), TestbedTerra.affordable(nominal), line -> progress.accept("  " + line));
  }

  static ReplayBed up(Wan nominal, Pace pace, Consumer<String> progress) {
    Bed.Kind kind = new Bed.Kind("replay", "tr-", TestbedTerra.affordable(nominal));
    return new ReplayBed(Bed.up(pace.onWire(nominal), kind, progress), nominal, pace, progress);
  }

  Optional<String> obstacle(Way way) {
    return carriers.obstacle(way);
  }

  /**
   * Replays a trace.
   *
   * @param limitSeconds of the trace; jobs that are not done by then are given up
   */
  MeasuredRun run(Way way, Trace trace, Load load, double limitSeconds, JobsDone jobsDone)
      throws IOException, InterruptedException {
    try (Carrier carrier = carriers.of(way)) {
      if (way == Way.TERRA || way == Way.TERRA_PLUS) {
        warmUp(carrier);
      }
      Replay replay = new Replay(trace, load.compute(), pace, carrier, environment(jobsDone));
      load.events().forEach(event -> replay.at(Math.max(0, event.atSeconds() - trace.firstArrivalSeconds()), () -> happen(event)));
      return replay.run(limitSeconds, Math.max(LEAST_SAMPLE_SECONDS * pace.speed(), limitSeconds / SAMPLES));
    } finally {
      load.events().forEach(this::undo);
    }
  }

  /** Receives how many of all jobs are done, whenever one is. */
  interface JobsDone {
    void hear(int done, int all);
  }

  /** The events beside the shuffles: how long stages compute, and what happens to links. */
  record Load(ComputeModel compute, List<WanEvent> events) {}

  private void warmUp(Carrier carrier) throws IOException, InterruptedException {
    Wan wan = pace.onWire(nominal);
    List<SiteId> sites = wan.sites().stream().map(site -> site.id()).toList();
    double capacity = wan.links().stream().mapToDouble(link -> link.capacity().bytesPerSecond()).sum();
    long share = Math.max(1, Math.round(capacity * WARM_UP_SECONDS / (sites.size() * (sites.size() - 1.0)) / 2));
    carrier.start(new WireShuffle("warm-up", "warm-up", sites.stream().flatMap(from -> sites.stream().filter(to -> !to.equals(from))
        .map(to -> new WireShuffle.Bundle(from, to, share, 1, share + sites.indexOf(to)))).toList()));
    Optional<Carrier.Ended> end = carrier.await(WARM_UP_PATIENCE_NANOS);
    if (end.isEmpty() || end.get().problem().isPresent()) {
      throw new IOException("the shuffle before the first one failed: " + end.flatMap(Carrier.Ended::problem).orElse("not done in time"));
    }
  }

  private Environment environment(JobsDone jobsDone) {
    return new Environment() {
      @Override
      public long nowNanos() {
        return System.nanoTime();
      }

      @Override
      public Map<String, Long> linkBytes() {
        Map<String, Long> bytes = new LinkedHashMap<>();
        bed.testbed().links().counters().forEach(link -> bytes.put(link.link().toString(), link.ipBytes()));
        return bytes;
      }

      @Override
      public void jobsDone(int done, int all) {
        jobsDone.hear(done, all);
      }
    };
  }

  private void happen(WanEvent event) {
    LinkControl links = bed.testbed().links();
    SiteId a = event.link().from();
    SiteId b = event.link().to();
    switch (event.kind()) {
      case DOWN -> links.cut(a, b);
      case UP -> links.restore(a, b);
      case CAPACITY -> links.setRate(a, b, event.capacity().orElseThrow().times(pace.capacityFactor()));
    }
  }

  /** Restores the link to its state before the replay. */
  private void undo(WanEvent event) {
    LinkControl links = bed.testbed().links();
    SiteId a = event.link().from();
    SiteId b = event.link().to();
    if (event.kind() == WanEvent.Kind.CAPACITY) {
      links.setRate(a, b, pace.onWire(nominal).link(event.link()).orElseThrow().capacity());
    } else {
      links.restore(a, b);
    }
  }

  @Override
  public void close() {
    bed.close();
  }
}
