package dev.terra.lab.fetch;

import com.google.common.base.Splitter;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.RunningTool;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.plan.Host;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Queues with one job each, whose readers at one site repeatedly fetch the outputs of a broadcast at another site: a
 * shuffle handler of Terra's on both nodes, and readers, without YARN. A reader begins its next fetch when the last one
 * has ended. Closing ends the processes.
 */
final class LoopingQueues implements AutoCloseable {
  /** The time for outputs to become known: handlers report them within a second or two. */
  private static final long KNOWN_SECONDS = 3;

  private final RunningTool handler;
  private final RunningTool near;
  private final RunningTool readers;
  private final String address;
  private final List<String> names = new ArrayList<>();

  /**
   * The load of a queue.
   *
   * @param outputs the number of outputs of the broadcast
   * @param outputBytes of each of them
   * @param readers at the same time
   * @param inTurn whether readers take one output after the other instead of any of them
   */
  record Load(String queue, int outputs, int outputBytes, int readers, boolean inTurn) {}

  /**
   * The counts of what has been read so far.
   *
   * @param nanos the readers' clock
   * @param failed fetches that failed
   * @param bytes by queue
   */
  record Count(long nanos, long failed, Map<String, Long> bytes) {}

  private LoopingQueues(List<RunningTool> tools, String address) {
    this.handler = tools.get(0);
    this.near = tools.get(1);
    this.readers = tools.get(2);
    this.address = address;
  }

  /** Starts handlers and readers beside agents that run. */
  static LoopingQueues start(Bed bed, SiteId from, SiteId to) throws IOException {
    Testbed testbed = bed.testbed();
    Host origin = QueueJobs.worker(testbed, from);
    Host reading = QueueJobs.worker(testbed, to);
    Path outputs = testbed.directory().file("outputs");
    List<RunningTool> tools = new ArrayList<>();
    try {
      tools.add(QueueJobs.handler(testbed, origin, outputs));
      tools.add(QueueJobs.handler(testbed, reading, testbed.directory().file("near-outputs")));
      tools.add(FetchProgram.looping().start(testbed, reading, "readers", List.of()));
      tools.get(1).answer("ready ");
      return new LoopingQueues(tools, origin.ip() + " " + tools.get(0).answer("ready "));
    } catch (IOException e) {
      tools.forEach(RunningTool::close);
      throw e;
    }
  }

  /** Makes the broadcast of a queue's job, and starts its readers. */
  void begin(Load load) throws IOException, InterruptedException {
    names.add(load.queue());
    String order = String.format(Locale.ROOT, "broadcast %d %d 1 %d %s", names.size(), load.outputs(), load.outputBytes(), load.queue());
    handler.say(List.of(order));
    String key = handler.answer("job ");
    near.say(List.of(order + " " + key.split(" ")[1]));
    near.answer("job ");
    TimeUnit.SECONDS.sleep(KNOWN_SECONDS);
    readers.say(List.of(String.format(Locale.ROOT, "read %s %s %d %d %d %s", address, key, load.outputs(), load.outputBytes(),
        load.readers(), load.inTurn() ? "in-turn" : "any")));
    readers.answer("reading");
  }

  /** Returns what readers have received so far. */
  Count count() throws IOException {
    readers.say(List.of("count"));
    List<Long> numbers = Splitter.on(' ').splitToStream(readers.answer("read ")).map(Long::valueOf).toList();
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      bytes.put(names.get(i), numbers.get(i + 2));
    }
    return new Count(numbers.get(0), numbers.get(1), bytes);
  }

  @Override
  public void close() {
    readers.close();
    near.close();
    handler.close();
  }
}
