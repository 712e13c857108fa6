package dev.terra.shuffle.support;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.mapred.AMFeedback;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MROutputFiles;
import org.apache.hadoop.mapred.MapTaskCompletionEventsUpdate;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskCompletionEvent;
import org.apache.hadoop.mapred.TaskStatus;
import org.apache.hadoop.mapred.TaskUmbilicalProtocol;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;
import org.apache.hadoop.util.Progress;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A reduce task's copy phase and merge, with Hadoop's own classes from the event fetcher to the merged records. Only
 * the application master, which reports where the map outputs are, is a fake.
 */
public final class HadoopReducer {
  private static final int MAX_ATTEMPTS = 4;
  private static final Logger LOG = LoggerFactory.getLogger(HadoopReducer.class);

  private final TestJob job;
  private final Path directory;
  private final JobConf settings;
  private final Counters.Counter failed = new Counters.Counter();

  /**
   * The result of a reducer's work.
   *
   * @param keys of all records in the order in which the reducer would see them
   * @param failedShuffles Hadoop's counter of that name
   * @param failedMaps the maps that the reducer has reported as failed to the application master
   */
  public record Result(List<String> keys, long failedShuffles, List<String> failedMaps) {}

  /** Creates a reducer of a job that keeps its files in a directory. */
  public HadoopReducer(TestJob job, Path directory, JobConf settings) {
    this.job = job;
    this.directory = directory;
    this.settings = new JobConf(settings);
    this.settings.set(MRConfig.LOCAL_DIR, directory.toString());
    this.settings.setMapOutputKeyClass(Text.class);
    this.settings.setMapOutputValueClass(Text.class);
  }

  /** Returns settings with which a reducer gives a host up soon enough for a test. */
  public static JobConf impatient() {
    JobConf settings = new JobConf();
    settings.setInt("mapreduce.reduce.shuffle.retry-delay.max.ms", 200);
    settings.setInt("mapreduce.reduce.shuffle.parallelcopies", 3);
    settings.setInt("mapreduce.reduce.shuffle.connect.timeout", 500);
    settings.setLong("mapreduce.reduce.memory.totalbytes", 64L << 20);
    return settings;
  }

  /** Fetches and merges one reducer's parts of all maps, which all lie at one node. */
  public Result run(int reduce, int reducers, int maps, String nodeUrl) throws IOException {
    return run(reduce, reducers, maps, map -> nodeUrl);
  }

  /** Runs attempts until one succeeds, as the application master does, and at most as many as MapReduce allows by default. */
  public static Result attempts(Work attempt) throws IOException {
    for (int failed = 0; failed < MAX_ATTEMPTS - 1; failed++) {
      try {
        return attempt.run();
      } catch (IOException e) {
        LOG.info("an attempt failed", e);
      }
    }
    return attempt.run();
  }

  /** A reducer's work, which takes some time. */
  public interface Work {
    /** Does the work. */
    Result run() throws IOException;
  }

  /** Does the work on a thread of its own. */
  public static CompletableFuture<Result> inBackground(Work work) {
    CompletableFuture<Result> done = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      try {
        done.complete(work.run());
      } catch (IOException | RuntimeException e) {
        done.completeExceptionally(e);
      }
    });
    thread.setDaemon(true);
    thread.start();
    return done;
  }

  /** Returns the present value of Hadoop's counter of failed fetches. */
  public long failedShuffles() {
    return failed.getValue();
  }

  /** Fetches and merges one reducer's parts of all maps, each from a node of its own. */
  public Result run(int reduce, int reducers, int maps, IntFunction<String> nodeUrls) throws IOException {
    settings.setNumMapTasks(maps);
    settings.setNumReduceTasks(reducers);
    TaskAttemptID attempt = TaskAttemptID.forName("attempt_%s_r_%06d_0".formatted(job.id().substring("job_".length()), reduce));
    Status status = new Status();
    ShuffleConsumerPlugin<Text, Text> shuffle = new Shuffle<>();
    shuffle.init(context(attempt, status, umbilical(maps, nodeUrls)));
    try {
      return new Result(keys(shuffle.run()), failed.getValue(), List.copyOf(status.failedMaps));
    } catch (InterruptedException e) {
      throw new IOException(e);
    } finally {
      shuffle.close();
    }
  }

  private ShuffleConsumerPlugin.Context<Text, Text> context(TaskAttemptID attempt, TaskStatus status,
      TaskUmbilicalProtocol umbilical) throws IOException {
    ReduceTask task = new ReduceTask(directory.resolve("job.xml").toString(), attempt, attempt.getTaskID().getId(),
        settings.getNumMapTasks(), 1);
    task.setConf(settings);
    task.setShuffleSecret(job.key());
    MROutputFiles files = new MROutputFiles();
    files.setConf(settings);
    CompressionCodec codec = settings.getCompressMapOutput()
        ? ReflectionUtils.newInstance(settings.getMapOutputCompressorClass(DefaultCodec.class), settings) : null;
    Progress progress = new Progress();
    return new ShuffleConsumerPlugin.Context<>(attempt, settings, FileSystem.getLocal(settings), umbilical,
        new LocalDirAllocator(MRConfig.LOCAL_DIR), new CountingReporter(), codec, null, null,
        new Counters.Counter(), new Counters.Counter(),
        new Counters.Counter(), new Counters.Counter(), failed, new Counters.Counter(), status, progress.addPhase(),
        progress.addPhase(), task, files, null);
  }

  /** Returns a fake application master, which reports that all maps have finished. */
  private TaskUmbilicalProtocol umbilical(int maps, IntFunction<String> nodeUrls) {
    TaskCompletionEvent[] events = IntStream.range(0, maps).mapToObj(map -> new TaskCompletionEvent(map,
        TaskAttemptID.forName(job.map(map)), map, true, TaskCompletionEvent.Status.SUCCEEDED, nodeUrls.apply(map)))
        .toArray(TaskCompletionEvent[]::new);
    AMFeedback alive = new AMFeedback();
    alive.setTaskFound(true);
    InvocationHandler master = (proxy, method, arguments) -> switch (method.getName()) {
      case "getMapCompletionEvents" -> {
        int from = Math.min(events.length, (Integer) arguments[1]);
        int to = (int) Math.min((long) events.length, from + (long) (Integer) arguments[2]);
        yield new MapTaskCompletionEventsUpdate(Arrays.copyOfRange(events, from, to), false);
      }
      case "statusUpdate" -> alive;
      default -> null;
    };
    return (TaskUmbilicalProtocol) Proxy.newProxyInstance(TaskUmbilicalProtocol.class.getClassLoader(),
        new Class<?>[] {TaskUmbilicalProtocol.class}, master);
  }

  private static List<String> keys(RawKeyValueIterator records) throws IOException {
    List<String> keys = new ArrayList<>();
    Text key = new Text();
    while (records.next()) {
      DataInputBuffer serialized = new DataInputBuffer();
      serialized.reset(records.getKey().getData(), records.getKey().getPosition(), records.getKey().getLength()
          - records.getKey().getPosition());
      key.readFields(serialized);
      keys.add(new String(key.copyBytes(), StandardCharsets.UTF_8));
    }
    records.close();
    return keys;
  }

  private static final class Status extends TaskStatus {
    private final List<String> failedMaps = new CopyOnWriteArrayList<>();

    @Override
    public boolean getIsMap() {
      return false;
    }

    @Override
    public void addFetchFailedMap(org.apache.hadoop.mapred.TaskAttemptID map) {
      failedMaps.add(map.toString());
    }
  }

  /** Keeps counters, unlike Hadoop's null reporter. */
  private static final class CountingReporter implements Reporter {
    private final Counters counters = new Counters();

    @Override
    public void setStatus(String status) {
      // No test reads the status.
    }

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
      return counters.findCounter(name);
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
      return counters.findCounter(group, name);
    }

    @Override
    public void incrCounter(Enum<?> key, long amount) {
      counters.incrCounter(key, amount);
    }

    @Override
    public void incrCounter(String group, String counter, long amount) {
      counters.incrCounter(group, counter, amount);
    }

    @Override
    public org.apache.hadoop.mapred.InputSplit getInputSplit() {
      throw new UnsupportedOperationException("a reducer has none");
    }

    @Override
    public float getProgress() {
      return 0;
    }

    @Override
    public void progress() {
      // Nothing waits for progress.
    }
  }
}
