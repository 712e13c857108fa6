package dev.terra.testbed.spark;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.api.ApplicationInitializationContext;
import org.apache.hadoop.yarn.server.api.ApplicationTerminationContext;
import org.apache.spark.network.shuffle.ExecutorDiskUtils;
import org.apache.spark.network.shuffle.ExternalBlockStoreClient;
import org.apache.spark.network.shuffle.protocol.ExecutorShuffleInfo;
import org.apache.spark.network.util.MapConfigProvider;
import org.apache.spark.network.util.TransportConf;
import org.apache.spark.network.yarn.YarnShuffleService;

/**
 * Spark's shuffle service as a NodeManager runs it, Spark's own or, if an agent is named, Terra's. Says "ready PORT". Then {@code job
 * NUMBER MAPS REDUCERS BYTES} on its standard input makes the outputs of an application's executor, so many bytes for each reducer from
 * each map (without maps: its outputs are elsewhere), and it says "job ID stock" or "job ID terra"; {@code end NUMBER} removes
 * them, and it says "ended"; {@code compilers} asks how long its JVM's compilers have worked so far, and it says "compiled MILLIS". Ends
 * with its input.
 */
public final class ServiceServer {
  private static final String TERRA_SERVICE = "dev.terra.spark.TerraShuffleService";
  /** Spark's own number of folders below each local folder. */
  private static final int FOLDERS = 64;
  private static final long REGISTRATION_MILLIS = 5_000;

  private final YarnShuffleService service;
  private final Path folder;
  private final int port;
  private final String kind;

  private ServiceServer(YarnShuffleService service, Path folder, int port, String kind) {
    this.service = service;
    this.folder = folder;
    this.port = port;
    this.kind = kind;
  }

  /** Arguments: a folder; for Terra's service the address of an agent, and {@code terra.mode} if it is not the usual one. */
  public static void main(String[] args) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err); // what Hadoop logs is no answer
    boolean terra = args.length > 1;
    YarnShuffleService service = terra
        ? (YarnShuffleService) Class.forName(TERRA_SERVICE).getDeclaredConstructor().newInstance()
        : new YarnShuffleService();
    Configuration configuration = new Configuration();
    configuration.set("spark.shuffle.service.port", "0");
    configuration.set("terra.spark.segment.port", "0");
    if (terra) {
      configuration.set("terra.agents", args[1]);
      configuration.setBoolean("terra.insecure", true);
      configuration.set("terra.mode", args.length > 2 ? args[2] : "on");
    }
    service.init(configuration);
    service.start();
    if (terra) {
      requireOn(service);
    }
    int port = boundPort();
    say(answers, "ready " + port);
    ServiceServer server = new ServiceServer(service, Path.of(args[0]), port, terra ? "terra" : "stock");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      say(answers, server.answer(line.split(" ")));
    }
    System.exit(0); // the service's threads are no concern of ours any more
  }

  /** Terra's service that stays stock says why in a log, and would be compared with itself. */
  private static void requireOn(YarnShuffleService service) throws ReflectiveOperationException {
    Field field = service.getClass().getDeclaredField("terra");
    field.setAccessible(true);
    if (!(field.get(service) instanceof Optional<?> parts && parts.isPresent())) {
      throw new IllegalStateException("Terra is off in its own service");
    }
  }

  /** Spark notes it for its own tests. */
  private static int boundPort() throws ReflectiveOperationException {
    Field field = YarnShuffleService.class.getDeclaredField("boundPort");
    field.setAccessible(true);
    return field.getInt(null);
  }

  private static void say(PrintStream answers, String what) {
    answers.println(what);
    answers.flush();
  }

  private String answer(String[] order) throws IOException, InterruptedException {
    if (order[0].equals("compilers")) {
      return "compiled " + ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
    }
    ApplicationId application = ApplicationId.newInstance(1, Integer.parseInt(order[1]));
    Path files = folder.resolve("appcache").resolve(application.toString());
    if (order[0].equals("end")) {
      service.stopApplication(new ApplicationTerminationContext(application));
      delete(files);
      return "ended";
    }
    service.initializeApplication(new ApplicationInitializationContext("user", application, ByteBuffer.allocate(0)));
    int maps = Integer.parseInt(order[2]);
    if (maps > 0) {
      makeOutputs(order, application.toString(), files);
    }
    return "job " + application + " " + kind;
  }

  private void makeOutputs(String[] order, String application, Path files) throws IOException, InterruptedException {
    int maps = Integer.parseInt(order[2]);
    String[] local = {Files.createDirectories(files.resolve("blockmgr-1")).toString()};
    for (int map = 0; map < maps; map++) {
      writeOutput(local, map, Integer.parseInt(order[3]), Integer.parseInt(order[4]));
    }
    register(application, local);
  }

  private static void writeOutput(String[] local, int map, int reducers, int bytes) throws IOException {
    String name = "shuffle_0_" + map + "_0";
    Path index = Path.of(ExecutorDiskUtils.getFilePath(local, FOLDERS, name + ".index"));
    Path data = Path.of(ExecutorDiskUtils.getFilePath(local, FOLDERS, name + ".data"));
    Files.createDirectories(index.getParent());
    Files.createDirectories(data.getParent());
    byte[] part = new byte[bytes];
    try (OutputStream out = Files.newOutputStream(data);
        DataOutputStream offsets = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(index)))) {
      offsets.writeLong(0);
      for (int reduce = 0; reduce < reducers; reduce++) {
        out.write(part);
        offsets.writeLong((long) (reduce + 1) * bytes);
      }
    }
  }

  private void register(String application, String[] local) throws IOException, InterruptedException {
    TransportConf conf = new TransportConf("shuffle", MapConfigProvider.EMPTY);
    try (ExternalBlockStoreClient client = new ExternalBlockStoreClient(conf, null, false, REGISTRATION_MILLIS)) {
      client.init(application);
      client.registerWithShuffleServer(InetAddress.getLocalHost().getHostAddress(), port, "1",
          new ExecutorShuffleInfo(local, FOLDERS, "org.apache.spark.shuffle.sort.SortShuffleManager"));
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
