package dev.terra.shuffle.bench;

import dev.terra.node.agent.HandlerTls;
import dev.terra.node.output.Participation;
import dev.terra.shuffle.ShuffleSettings;
import dev.terra.shuffle.TerraShuffleHandler;
import dev.terra.shuffle.support.TestJob;
import dev.terra.shuffle.support.TestNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.mapred.ShuffleHandler;

/**
 * A shuffle handler as a NodeManager runs it: Hadoop's own or, if an agent is named, Terra's. It first prints "ready
 * PORT", and reads orders from its standard input. {@code job NUMBER MAPS REDUCERS BYTES [QUEUE [KEY]]} makes the
 * outputs of a job, with the given bytes for each reducer from each map, and prints "job ID KEY"; with the key of a job
 * at another handler it stands for that job, which has no outputs here. {@code broadcast NUMBER OUTPUTS 1 BYTES QUEUE
 * [KEY]} makes the outputs of a DAG's vertex that is a broadcast, or with the key only the output that follows them.
 * {@code end NUMBER} removes them, and prints "ended". {@code compilers} prints "compiled MILLIS": how long the
 * compilers of its JVM have worked so far. It ends with its input.
 */
public final class HandlerServer {
  /** The index of the word of an order that names the queue. */
  private static final int QUEUE = 5;
  private static final int KEY = 6;

  private final TestNode node;

  private HandlerServer(TestNode node) {
    this.node = node;
  }

  /**
   * Runs a handler. Arguments: a folder; for Terra's handler the address of an agent, and {@code terra.mode} if it is
   * not the usual one.
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // Hadoop's logging must not mix with the answers
    ShuffleHandler handler = args.length > 1 ? new TerraShuffleHandler() : new ShuffleHandler();
    try (TestNode node = new TestNode(handler, Path.of(args[0]), configuration -> {
      configuration.unset(ShuffleHandler.MAX_SHUFFLE_THREADS);
      if (args.length > 1) {
        configuration.set(ShuffleSettings.AGENTS_KEY, args[1]);
        configuration.setBoolean(HandlerTls.INSECURE_KEY, true);
        configuration.set(Participation.MODE_KEY, args.length > 2 ? args[2] : Participation.ON);
      }
    })) {
      say(answers, "ready " + node.port());
      HandlerServer server = new HandlerServer(node);
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        say(answers, server.answer(line.split(" ")));
      }
    }
    System.exit(0); // the handlers' threads are not waited for
  }

  private static void say(PrintStream answers, String what) {
    answers.println(what);
    answers.flush();
  }

  private String answer(String[] order) throws IOException {
    if (order[0].equals("compilers")) {
      return "compiled " + ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    }
    TestJob job = order.length > KEY ? new TestJob(Integer.parseInt(order[1]), HexFormat.of().parseHex(order[KEY]))
        : new TestJob(Integer.parseInt(order[1]));
    if (order[0].equals("end")) {
      return end(job);
    }
    node.startJob(job);
    int maps = Integer.parseInt(order[2]);
    if (order.length > QUEUE) {
      job.writeConfiguration(node.localDirectory(0), maps, order[QUEUE]);
    } else {
      job.writeConfiguration(node.localDirectory(0), maps);
    }
    if (order[0].equals("broadcast")) {
      broadcast(job, order);
    } else if (order.length <= KEY) {
      maps(job, order);
    }
    node.endContainer(job);
    return "job " + job.id() + " " + HexFormat.of().formatHex(job.key().getEncoded());
  }

  private void maps(TestJob job, String[] order) throws IOException {
    int[] parts = new int[Integer.parseInt(order[3])];
    Arrays.fill(parts, Integer.parseInt(order[4]));
    for (int map = 0; map < Integer.parseInt(order[2]); map++) {
      job.writeOutput(node.localDirectory(map), map, parts);
    }
  }

  /**
   * Makes the outputs of a broadcast or, with a key, only the output that follows them: if the vertex has tasks at
   * several sites, each of their handlers has the shuffle and its queue.
   */
  private void broadcast(TestJob job, String[] order) throws IOException {
    int outputs = Integer.parseInt(order[2]);
    int first = order.length > KEY ? outputs : 0;
    int end = order.length > KEY ? outputs + 1 : outputs;
    String form = OutputsClient.form(job.id(), OutputsClient.OF_DAG);
    for (int task = first; task < end; task++) {
      job.writeOutput(node.localDirectory(task), String.format(Locale.ROOT, form, task), Integer.parseInt(order[4]));
    }
  }

  private String end(TestJob job) throws IOException {
    node.endJob(job);
    for (int directory = 0; directory < 2; directory++) {
      delete(job.directory(node.localDirectory(directory)));
    }
    return "ended";
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(path);
      }
    }
  }
}
