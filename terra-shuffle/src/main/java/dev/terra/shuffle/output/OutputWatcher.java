package dev.terra.shuffle.output;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.core.failure.Failures;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.NodeOutput;
import dev.terra.node.output.OutputListener;
import dev.terra.node.output.OutputLookup;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.QuietDirectories;
import dev.terra.node.output.UnreadableIndexes;
import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the finished map outputs of the jobs that the NodeManager knows, by scanning their output directories, and registers them. All file
 * access happens on the watcher's executor, which has one thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle what goes wrong in them.
public final class OutputWatcher implements OutputLookup {
  /**
   * The time between scans, ms. A map's end is thus found before its reducers can request its output: heartbeats of a second inform them.
   */
  private static final long SCAN_MILLIS = 300;
  /**
   * The time between scans while no output directory changes, ms. The first change is found before its reducers can request the output, or
   * when a container ends.
   */
  private static final long QUIET_SCAN_MILLIS = 1_000;
  /** The most attempts to read a job's configuration for its number of maps. */
  private static final int MAX_ATTEMPTS = 20;
  private static final Logger LOG = LoggerFactory.getLogger(OutputWatcher.class);

  private final MapOutputFiles files;
  private final OutputRegistry registry;
  private final Supplier<List<ActiveJob>> activeJobs;
  private final ScheduledExecutorService executor;
  private final OutputListener listener;
  private final LongSupplier nanoClock;
  private final QuietDirectories quiet = new QuietDirectories();
  private final AtomicBoolean scanQueued = new AtomicBoolean();
  private final UnreadableIndexes<MapId> unreadable = new UnreadableIndexes<>();
  private final Map<String, Integer> configurationReads = new HashMap<>();
  private Set<String> known = Set.of();
  private boolean full;
  private long lookedNanos;

  /**
   * The thread and the clock of a watcher.
   *
   * @param executor one thread, which the caller owns
   * @param nanoClock monotonic, ns
   */
  public record Schedule(ScheduledExecutorService executor, LongSupplier nanoClock) {}

  /** Makes a watcher of the jobs that the supplier returns at each scan. */
  public OutputWatcher(MapOutputFiles files, OutputRegistry registry, Supplier<List<ActiveJob>> activeJobs, OutputListener listener,
      Schedule schedule) {
    this.files = files;
    this.registry = registry;
    this.activeJobs = activeJobs;
    this.executor = schedule.executor();
    this.listener = listener;
    this.nanoClock = schedule.nanoClock();
    this.lookedNanos = nanoClock.getAsLong();
  }

  /** Begins to scan; scans continue as long as the executor lives. */
  public void start() {
    submit(this::scan);
    Periodic.paced(executor, this::pauseNanos, new Guard("Terra: scanning for map outputs", LOG::warn), this::scan);
  }

  private long pauseNanos() {
    boolean changes = nanoClock.getAsLong() - lookedNanos < QuietDirectories.SETTLED_NANOS;
    return TimeUnit.MILLISECONDS.toNanos(changes ? SCAN_MILLIS : QUIET_SCAN_MILLIS);
  }

  /** Starts a scan soon. Several calls before the scan begins start one scan. */
  public void scanSoon() {
    if (scanQueued.compareAndSet(false, true)) {
      submit(() -> {
        scanQueued.set(false);
        scan();
      });
    }
  }

  /**
   * Looks for single outputs that are requested before a scan found them; the result completes after the attempt. Where one is found,
   * others are likely, so a scan follows.
   */
  @Override
  public CompletableFuture<Void> lookUp(ActiveJob job, List<NodeOutput> outputs) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    boolean accepted = submit(() -> {
      try {
        boolean found = false;
        for (NodeOutput output : outputs) {
          found |= !registry.contains(output) && MapId.parse(output.name()).filter(map -> register(job, map)).isPresent();
        }
        if (found) {
          listener.outputsFound();
          scanSoon();
        }
      } finally {
        done.complete(null);
      }
    });
    if (!accepted) {
      done.complete(null);
    }
    return done;
  }

  private boolean submit(Runnable task) {
    try {
      executor.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void scan() {
    try {
      List<ActiveJob> jobs = activeJobs.get();
      boolean found = false;
      for (ActiveJob job : jobs) {
        found |= scan(job);
      }
      forgetAllBut(jobs.stream().map(ActiveJob::id).collect(Collectors.toUnmodifiableSet()));
      if (found) {
        listener.outputsFound();
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: scanning for map outputs failed; it goes on at the next scan", e);
    }
  }

  private boolean scan(ActiveJob job) {
    boolean found = false;
    try {
      for (File output : files.outputs(job)) {
        found |= look(job, output);
      }
      if (found) {
        readConfiguration(job);
      }
    } catch (IOException e) {
      LOG.debug("Terra: no map outputs of {} yet", job.id(), e);
    }
    return found;
  }

  private boolean look(ActiveJob job, File output) {
    long now = nanoClock.getAsLong();
    long changed = output.lastModified();
    if (quiet.isQuiet(job.id(), output, changed, now)) {
      return false;
    }
    lookedNanos = now;
    List<MapId> unknown = MapOutputFiles.attempts(job, output, this::isNew);
    quiet.looked(job.id(), output, changed, unknown.isEmpty(), now);
    boolean found = false;
    for (MapId map : unknown) {
      found |= MapOutputFiles.hasIndex(output, map) && register(job, map);
    }
    return found;
  }

  /**
   * Returns whether an output is to be registered by a scan. Scans skip spills: a spill counts as an output only when a consumer looks it
   * up; otherwise it would be sent ahead without a reader.
   */
  private boolean isNew(MapId map) {
    return !map.isSpill() && !registry.contains(map.output()) && !registry.isOver(map.output())
        && unreadable.mayBecomeWhole(map.job(), map);
  }

  private boolean register(ActiveJob job, MapId map) {
    try {
      MapOutputIndex index = files.index(job, map);
      boolean added = registry.add(job, map.output(), ShuffleName.of(map, index.partitions()).shuffle(), index);
      unreadable.read(job.id(), map);
      reportFull(!added && !registry.contains(map.output()) && !registry.isOver(map.output()));
      registry.endEarlierPhases(map.output()).forEach(listener::shuffleEnded);
      return added;
    } catch (IOException | RuntimeException | Error e) {
      if (unreadable.failed(job.id(), map)) {
        LOG.warn("Terra: the index of {} can't be read, its fetches take the stock path: {}", map, Failures.inWords(e));
      }
      return false;
    }
  }

  private void reportFull(boolean nowFull) {
    if (nowFull && !full) {
      LOG.warn("Terra: {} partitions are known, no more fit; further map outputs take the stock path",
          OutputRegistry.MAX_PARTITIONS);
    }
    full = nowFull;
  }

  private void readConfiguration(ActiveJob job) {
    if (registry.totalMaps(job.id()).isPresent() || configurationReads.merge(job.id(), 1, Integer::sum) > MAX_ATTEMPTS) {
      return;
    }
    try {
      files.queue(job).ifPresent(queue -> registry.setQueue(job.id(), queue));
      files.totalMaps(job).ifPresent(maps -> registry.setTotalMaps(job.id(), maps));
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("Terra: the configuration of {} can't be read, its queue and number of maps stay unknown", job.id(), e);
    }
  }

  private void forgetAllBut(Set<String> live) {
    configurationReads.keySet().retainAll(live);
    quiet.retainJobs(live);
    unreadable.retainJobs(live);
    for (String job : known) {
      if (!live.contains(job)) {
        registry.end(job).forEach(listener::shuffleEnded);
      }
    }
    known = live;
  }
}
