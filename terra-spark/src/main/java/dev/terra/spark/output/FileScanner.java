package dev.terra.spark.output;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.api.process.Periodic;
import dev.terra.node.disk.UserFiles;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import dev.terra.node.output.OutputListener;
import dev.terra.node.output.OutputRegistry;
import dev.terra.node.output.QuietDirectories;
import dev.terra.node.output.UnreadableIndexes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds shuffle files soon after executors have written them, and notices when they are deleted: with their application, or when Spark has
 * no more use for them. It is used on one thread of its own.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Scheduled tasks handle what goes wrong in them.
public final class FileScanner {
  /**
   * The time between scans, ms. A stage is read a few hundred milliseconds after its last file was written; checking a folder costs a
   * microsecond.
   */
  private static final long SCAN_MILLIS = 200;
  /** The most bytes of an index, enough for 2,000,000 partitions. A larger file is not read into memory. */
  private static final long MAX_INDEX_BYTES = 16L << 20;
  /** The names of the folders in which Spark puts files by their hashes. */
  private static final Pattern HASHED = Pattern.compile("[0-9a-f]{2}");
  private static final Logger LOG = LoggerFactory.getLogger(FileScanner.class);

  private final Supplier<List<ExecutorFolders>> executors;
  private final OutputRegistry registry;
  private final FilePlaces places;
  private final OutputListener listener;
  private final Schedule schedule;
  private final GoneShuffles gone;
  private final QuietDirectories quiet = new QuietDirectories();
  private final Map<File, Set<SparkOutput>> byFolder = new HashMap<>();
  private final UnreadableIndexes<SparkOutput> unreadable = new UnreadableIndexes<>();
  private Set<String> applications = Set.of();
  private Set<File> directories = Set.of();
  private boolean full;

  /**
   * The thread and the clock of a scanner.
   *
   * @param executor one thread, which the caller owns
   * @param nanoClock monotonic, ns
   */
  public record Schedule(ScheduledExecutorService executor, LongSupplier nanoClock) {}

  /** The tables to which the scanner adds what it finds. */
  public record Books(OutputRegistry registry, FilePlaces places) {}

  /** Makes a scanner of the folders of the executors that the supplier returns at each scan. */
  public FileScanner(Supplier<List<ExecutorFolders>> executors, Books books, OutputListener listener, Schedule schedule) {
    this.executors = executors;
    this.registry = books.registry;
    this.places = books.places;
    this.listener = listener;
    this.schedule = schedule;
    this.gone = new GoneShuffles(registry, listener);
  }

  /** Begins to scan; scans continue as long as the executor lives. */
  public void start() {
    Guard guard = new Guard("Terra: scanning for shuffle files", LOG::warn);
    OneShot.after(schedule.executor, 0, TimeUnit.MILLISECONDS, guard, this::scan);
    Periodic.every(schedule.executor, SCAN_MILLIS, TimeUnit.MILLISECONDS, guard, this::scan);
  }

  /** Scans all folders once. */
  void scan() {
    try {
      List<ExecutorFolders> all = executors.get();
      forgetAllBut(all.stream().map(ExecutorFolders::application).collect(Collectors.toUnmodifiableSet()));
      forgetOtherDirectories(all);
      boolean found = false;
      for (ExecutorFolders executor : all) {
        found |= scan(executor);
      }
      gone.endOld(schedule.nanoClock.getAsLong());
      if (found) {
        listener.outputsFound();
      }
    } catch (RuntimeException | Error e) {
      LOG.warn("Terra: scanning for shuffle files failed; it goes on at the next scan", e);
    }
  }

  private boolean scan(ExecutorFolders executor) {
    ActiveJob job = new ActiveJob(executor.application(), executor.user());
    boolean found = false;
    for (Path directory : executor.localDirectories()) {
      for (String name : UserFiles.names(directory.toFile())) {
        File folder = new File(directory.toFile(), name);
        if (HASHED.matcher(name).matches() && folder.isDirectory()) {
          found |= look(executor, job, folder);
        }
      }
    }
    return found;
  }

  private boolean look(ExecutorFolders executor, ActiveJob job, File folder) {
    long now = schedule.nanoClock.getAsLong();
    long changed = folder.lastModified();
    if (quiet.isQuiet(job.id(), folder, changed, now)) {
      return false;
    }
    Map<SparkOutput, String> present = new HashMap<>();
    UserFiles.names(folder)
        .forEach(name -> SparkOutput.ofIndex(job.id(), executor.executor(), name).ifPresent(file -> present.put(file, name)));
    boolean found = false;
    boolean incomplete = false;
    Set<SparkOutput> known = byFolder.computeIfAbsent(folder, key -> new HashSet<>());
    for (Map.Entry<SparkOutput, String> entry : present.entrySet()) {
      SparkOutput file = entry.getKey();
      if (!known.contains(file) && unreadable.mayBecomeWhole(job.id(), file)) {
        places.put(file, executor.file(file.dataName()));
        if (register(job, file, folder.toPath().resolve(entry.getValue()))) {
          known.add(file);
          found = true;
        } else {
          places.remove(file);
        }
      }
      incomplete |= !known.contains(file) && !full && unreadable.mayBecomeWhole(job.id(), file);
    }
    forgetGone(known, present.keySet());
    quiet.looked(job.id(), folder, changed, !incomplete, now);
    return found;
  }

  private boolean register(ActiveJob job, SparkOutput file, Path index) {
    try {
      MapOutputIndex parts =
          MapOutputIndex.ofBounds(SparkOutput.bounds(places.files().read(index, job.user(), MAX_INDEX_BYTES)));
      unreadable.read(job.id(), file);
      boolean added = registry.add(job, file.output(), file.nodeShuffle(), parts);
      reportFull(!added && !registry.contains(file.output()));
      return added;
    } catch (IOException | RuntimeException e) {
      if (unreadable.failed(job.id(), file)) {
        LOG.warn("Terra: the index {} can't be read, its fetches take the stock path: {}", index, e.toString());
      }
      return false;
    }
  }

  private void reportFull(boolean nowFull) {
    if (nowFull && !full) {
      LOG.warn("Terra: {} partitions are known, no more fit; further shuffle files take the stock path", OutputRegistry.MAX_PARTITIONS);
    }
    full = nowFull;
  }

  private void forgetGone(Set<SparkOutput> known, Set<SparkOutput> present) {
    List<SparkOutput> lost = known.stream().filter(file -> !present.contains(file)).toList();
    for (SparkOutput file : lost) {
      known.remove(file);
      places.remove(file);
      registry.remove(file.output()).ifPresent(shuffle -> gone.add(file.application(), shuffle, schedule.nanoClock.getAsLong()));
    }
  }

  /** Removes files of directories that no executor has any more, as happens where an executor's number is assigned again. */
  private void forgetOtherDirectories(List<ExecutorFolders> all) {
    Set<File> now = all.stream().flatMap(executor -> executor.localDirectories().stream()).map(Path::toFile)
        .collect(Collectors.toUnmodifiableSet());
    if (!now.equals(directories)) {
      directories = now;
      byFolder.forEach((folder, files) -> {
        if (!now.contains(folder.getParentFile())) {
          forgetGone(files, Set.of());
        }
      });
      byFolder.values().removeIf(Set::isEmpty);
    }
  }

  private void forgetAllBut(Set<String> live) {
    quiet.retainJobs(live);
    unreadable.retainJobs(live);
    for (String application : applications) {
      if (!live.contains(application)) {
        byFolder.values().forEach(files -> files.removeIf(file -> file.application().equals(application)));
        byFolder.values().removeIf(Set::isEmpty);
        places.removeAll(application);
        gone.end(application);
        registry.end(application).forEach(listener::shuffleEnded);
      }
    }
    applications = live;
  }
}
