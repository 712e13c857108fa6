package dev.terra.lab.fetch;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.RunningTool;
import dev.terra.node.output.Participation;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Jobs of queues whose outputs are at one site and whose reducers are at another: a shuffle handler of Terra's on both
 * nodes, and reducers, without YARN. One job runs at a time. Closing ends the processes.
 */
final class QueueJobs implements AutoCloseable {
  private static final int REDUCERS = 8;
  private static final double NANOS = 1e9;
  private static final String REFUSED = "response code: 403";
  /** The most refusals of a job. A job of MapReduce fails after more. */
  private static final int MOST_REFUSALS = 30;
  private static final long AGAIN_MILLIS = 1_000;

  private final RunningTool handler;
  private final RunningTool near;
  private final RunningTool reducers;
  private final Path outputs;
  private final String address;
  private String order = "";
  private int number;
  private long beganNanos;

  private QueueJobs(List<RunningTool> tools, Path outputs, String address) {
    this.handler = tools.get(0);
    this.near = tools.get(1);
    this.reducers = tools.get(2);
    this.outputs = outputs;
    this.address = address;
  }

  /** Starts the handlers and the reducers beside agents that run. */
  static QueueJobs start(Bed bed, SiteId from, SiteId to) throws IOException {
    Testbed testbed = bed.testbed();
    Host origin = worker(testbed, from);
    Path outputs = testbed.directory().file("outputs");
    List<RunningTool> tools = new ArrayList<>();
    try {
      tools.add(handler(testbed, origin, outputs));
      tools.add(handler(testbed, worker(testbed, to), testbed.directory().file("no-outputs")));
      tools.add(FetchProgram.reducers(FetchCase.BYPASS).start(testbed, worker(testbed, to), "reducers", List.of()));
      tools.get(1).answer("ready ");
      return new QueueJobs(tools, outputs, origin.ip() + " " + tools.get(0).answer("ready "));
    } catch (IOException e) {
      tools.forEach(RunningTool::close);
      throw e;
    }
  }

  /** Starts Terra's handler on a node. */
  static RunningTool handler(Testbed testbed, Host host, Path folder) throws IOException {
    return FetchProgram.handler(FetchCase.BYPASS).start(testbed, host, "handler",
        List.of(folder.toString(), Cluster.agentAddress(testbed.addresses(), host.site()), Participation.ON));
  }

  /** Returns the node of a site. */
  static Host worker(Testbed testbed, SiteId site) {
    return testbed.addresses().hosts(Role.WORKER).stream().filter(host -> host.site().equals(site)).findFirst()
        .orElseThrow(() -> new IllegalArgumentException(site + " has no worker"));
  }

  /**
   * Makes a job, whose reducers begin to fetch.
   *
   * @param partBytes for each reducer from each map
   * @return the bytes of its outputs
   */
  KnownBytes begin(String queue, int maps, int partBytes) throws IOException {
    number++;
    String shape = String.format(Locale.ROOT, "%d %d %d", maps, REDUCERS, partBytes);
    handler.say(List.of("job " + number + " " + shape + " " + queue));
    String key = handler.answer("job ");
    near.say(List.of("job " + number + " " + shape + " " + queue + " " + key.split(" ")[1]));
    near.answer("job ");
    KnownBytes bytes = KnownBytes.of(outputs, "file.out");
    order = "fetch " + address + " " + key + " " + shape + " 1";
    beganNanos = System.nanoTime();
    reducers.say(List.of(order));
    return bytes;
  }

  /**
   * Waits until the job's reducers have fetched all outputs. If the handler refuses the stock path because Terra has no
   * path yet, they fetch again, as engines do.
   *
   * @return the seconds since they began
   */
  double fetched() throws IOException, InterruptedException {
    String answer = reducers.hear().orElse("it ended");
    for (int refusals = 0; refusals < MOST_REFUSALS && answer.contains(REFUSED); refusals++) {
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
      reducers.say(List.of(order));
      answer = reducers.hear().orElse("it ended");
    }
    if (!answer.startsWith("fetched ")) {
      throw new IOException("a fetch failed: " + answer);
    }
    return (System.nanoTime() - beganNanos) / NANOS;
  }

  /** Ends the job. */
  void end() throws IOException {
    for (RunningTool each : List.of(near, handler)) {
      each.say(List.of("end " + number));
      each.answer("ended");
    }
  }

  @Override
  public void close() {
    reducers.close();
    near.close();
    handler.close();
  }
}
