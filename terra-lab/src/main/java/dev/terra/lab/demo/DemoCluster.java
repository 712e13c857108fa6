package dev.terra.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.math.IntMath;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.lab.dashboard.DashboardAddress;
import dev.terra.lab.net.HttpGateway;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.hadoop.NodeAdditions;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.topology.Topologies;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The testbed as the demo uses it. Closing takes it down, unless it is to be kept. */
final class DemoCluster implements AutoCloseable {
  /** Where inputs are in HDFS. */
  static final String INPUT = "/demo/input";
  /** Where outputs are in HDFS, by run. */
  static final String OUTPUT = "/demo/output";

  /** So many jobs at once fit what nodes offer by default. */
  private static final int JOBS_FOR_DEFAULT_MEMORY = 2;
  private static final int FETCH_PORT = 7202;
  private static final int RESOURCE_MANAGER_PORT = 8088;
  /** Making a gigabyte of tables, or writing a site's part of it to HDFS there. */
  private static final int TOOL_SECONDS = 300;
  /** A handler answers in milliseconds, unless its node's JVM waits for a core. */
  private static final int COUNTER_ATTEMPTS = 10;
  private static final long COUNTER_PAUSE_MILLIS = 300;
  private static final List<String> CLIENT_OPTIONS = List.of("-Xmx512m", "--add-opens=java.base/java.lang=ALL-UNNAMED");
  private static final String JAVA = OwnJava.command();
  /** HiveServer2 closes its sessions first; an application master without work stays 5 s. */
  private static final Duration SERVICE_STOP = Duration.ofSeconds(60);
  private static final Duration SERVICE_START = Duration.ofMinutes(5);

  private final Testbed testbed;
  private final Installation installation;
  private final HttpGateway gateway;
  /** What takes the testbed down should this process be told to end; none where it is to be kept. */
  private final Optional<Thread> cleanUp;
  private final List<ClassArchive> archives = new ArrayList<>();
  private final ClusterControl control;

  private DemoCluster(Testbed testbed, Installation installation, Optional<Thread> cleanUp) throws IOException {
    this.testbed = testbed;
    this.installation = installation;
    this.cleanUp = cleanUp;
    this.archives.add(ClassArchive.ofHadoop(testbed.directory(), installation));
    this.archives.add(ClassArchive.ofTerra(testbed.directory(), installation));
    this.gateway = new HttpGateway(testbed.command("core",
        List.of(JAVA, "-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true",
            "-cp", System.getProperty("java.class.path"), "dev.terra.lab.Laboratory", "http-gateway")));
    this.control = new ClusterControl(testbed, gateway);
  }

  /** Brings a testbed up, with the stock shuffle and as much room on its nodes as a plan's jobs need. */
  static DemoCluster up(Path topology, DemoPlan plan, LabNetwork network, Progress progress, boolean keep) throws IOException {
    Wan wan = Topologies.load(topology).mapLinks(link -> link.withCapacity(link.capacity().times(plan.scale())));
    Installation installation = Installation.inSourceTree(Installation.home());
    int nodeMegabytes =
        UpRequest.DEFAULT_NODE_MEGABYTES * IntMath.divide(plan.jobsAtOnce(), JOBS_FOR_DEFAULT_MEMORY, RoundingMode.CEILING);
    UpRequest request = new UpRequest(wan, UpRequest.defaultPrefix(), UpRequest.DEFAULT_REROUTE_DELAY, true, ShuffleMode.STOCK,
        nodeMegabytes, installation).withNetwork(network);
    StateDirectory directory = StateDirectory.byDefault();
    Testbed testbed = Testbed.up(directory, request, progress::say);
    Thread cleanUp = new Thread(() -> Testbed.down(directory, request.prefix()), "demo-clean-up");
    if (!keep) {
      Runtime.getRuntime().addShutdownHook(cleanUp);
    }
    return new DemoCluster(testbed, installation, keep ? Optional.empty() : Optional.of(cleanUp));
  }

  /** The WAN with the capacities that it has here. */
  Wan wan() {
    return testbed.addresses().wan();
  }

  HttpGateway gateway() {
    return gateway;
  }

  Path logFolder() {
    return testbed.directory().root();
  }

  String resourceManagerUrl() {
    return "http://" + testbed.addresses().core().ip() + ":" + RESOURCE_MANAGER_PORT;
  }

  Map<String, String> agentStatsUrls() {
    Map<String, String> urls = new LinkedHashMap<>();
    for (Host agent : testbed.addresses().hosts(Role.GATEWAY)) {
      urls.put(agent.site().name(), "http://" + agent.ip() + ":" + FETCH_PORT + "/v1/stats");
    }
    return urls;
  }

  /**
   * The handlers' counters, all nodes together.
   *
   * @throws IOException if a node does not answer: without its part the sum would be wrong
   */
  ShuffleTotals shuffleCounters() throws IOException, InterruptedException {
    ShuffleTotals sum = ShuffleTotals.NONE;
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      sum = sum.plus(ShuffleTotals.of(counters(worker)));
    }
    return sum;
  }

  private JsonNode counters(Host worker) throws IOException, InterruptedException {
    String url = control.countersUrl(worker);
    for (int attempt = 1; attempt <= COUNTER_ATTEMPTS; attempt++) {
      Optional<JsonNode> counters = gateway.get(url);
      if (counters.isPresent()) {
        return counters.get();
      }
      Thread.sleep(COUNTER_PAUSE_MILLIS);
    }
    throw new IOException("the shuffle handler on " + worker.name() + " does not answer at " + url + "; logs: "
        + testbed.directory().file("log"));
  }

  /** What every directed link has carried, IP bytes. */
  Map<LinkId, Long> linkBytes() {
    Map<LinkId, Long> bytes = new LinkedHashMap<>();
    testbed.linkCounters().forEach(link -> bytes.put(link.link(), link.ipBytes()));
    return bytes;
  }

  /** Starts the NodeManagers again, with that shuffle. */
  void useShuffle(boolean terra, Progress progress) {
    testbed.shuffle(terra ? ShuffleMode.TERRA : ShuffleMode.STOCK, progress::say);
  }

  /** The shuffle that NodeManagers have now. */
  ShuffleMode shuffle() {
    return testbed.state().shuffle();
  }

  /** What NodeManagers with a shuffle have besides, from {@link #useShuffle} on. */
  void addToNodes(ShuffleMode mode, NodeAdditions additions) {
    additions.save(testbed.directory(), mode);
  }

  /** Where the programs are that run here. */
  Installation installation() {
    return installation;
  }

  /** The classes of JVMs that have only Hadoop's jars. */
  ClassArchive hadoopClasses() {
    return archives.get(0);
  }

  /**
   * The classes of JVMs that have other jars before Hadoop's.
   *
   * @param name of the kind of JVMs
   * @param jars folders and single jars
   * @param archive the file
   */
  ClassArchive classes(String name, List<Path> jars, Path archive) {
    List<Path> all = new ArrayList<>(jars);
    all.add(installation.hadoopLibraries());
    return onlyClasses(name, all, archive);
  }

  /** The classes of JVMs that have these jars before others, and none of Hadoop's. */
  ClassArchive onlyClasses(String name, List<Path> jars, Path archive) {
    ClassArchive classes = new ClassArchive(testbed.directory(), name, jars, archive);
    classes.prepare();
    archives.add(classes);
    return classes;
  }

  /** Makes those archives of classes for which JVMs have taken notes. */
  void makeArchives(Progress progress) {
    archives.forEach(classes -> classes.make(progress::say));
  }

  /** Writes the input of jobs: at each site its share, from that site's first worker, so that the blocks stay there. */
  void makeInput(SiteInput input) throws IOException, InterruptedException {
    runTool("core", "make-folder", hadoopClasses(), List.of("org.apache.hadoop.fs.FsShell", "-mkdir", "-p", "/demo"));
    Path folder = testbed.directory().file("input");
    List<Host> workers = firstWorkers();
    List<Process> writers = new ArrayList<>();
    try {
      for (Host worker : workers) {
        Path local = Files.createDirectories(folder.resolve(worker.site().name()).resolve("input"));
        input.write(local, new SiteInput.Share(worker.site().name(), worker.name(), writers.size(), workers.size()));
        writers.add(tool(worker.name(), "put-input", hadoopClasses(),
            List.of("org.apache.hadoop.fs.FsShell", "-put", local.toString(), "/demo")));
      }
      for (Process writer : writers) {
        expectSuccess(writer, "writing the input to HDFS");
      }
    } finally {
      writers.forEach(Process::destroy);
    }
  }

  private List<Host> firstWorkers() {
    Map<SiteId, Host> first = new LinkedHashMap<>();
    testbed.addresses().hosts(Role.WORKER).forEach(host -> first.putIfAbsent(host.site(), host));
    return List.copyOf(first.values());
  }

  private Process tool(String host, String log, ClassArchive classes, List<String> classAndArguments) throws IOException {
    Path file = testbed.directory().file("log", host + "-" + log + ".log");
    Files.createDirectories(file.getParent());
    return hadoop(host, classes, classAndArguments).redirectErrorStream(true).redirectOutput(file.toFile()).start();
  }

  /** A client of HDFS or YARN on a host: a main class and its arguments. */
  private ProcessBuilder hadoop(String host, ClassArchive classes, List<String> classAndArguments) {
    return testbed.command(host, java(classes, CLIENT_OPTIONS, classAndArguments));
  }

  private List<String> java(ClassArchive classes, List<String> options, List<String> classAndArguments) {
    List<String> command = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
        "-Djava.net.preferIPv4Stack=true", "-Djava.io.tmpdir=" + testbed.directory().file("tmp")));
    command.addAll(options);
    command.addAll(List.of(classes.option(), "-cp", classes.classPath() + ":" + testbed.directory().file("conf")));
    command.addAll(classAndArguments);
    return command;
  }

  private void expectSuccess(Process process, String what) throws IOException, InterruptedException {
    if (!process.waitFor(TOOL_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(what + " failed; logs: " + testbed.directory().file("log"));
    }
  }

  /** Adds a file to the configuration of clients, application masters and tasks. */
  Path configure(String file, String text) {
    return testbed.directory().write("conf/" + file, text);
  }

  /** A local folder that every host sees and that goes with the testbed. */
  Path folder(String name) {
    try {
      return Files.createDirectories(testbed.directory().file(name));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a folder for " + name, e);
    }
  }

  /** The host of the core services. */
  String coreHost() {
    return testbed.addresses().core().name();
  }

  /** Starts a service on the core host that runs until the testbed goes down. */
  void startService(String name, ClassArchive classes, List<String> options, String mainClass) {
    testbed.start(coreHost(), name, java(classes, options, List.of(mainClass)), Map.of());
  }

  /** Ends a service that {@link #startService} has started, and waits until it is gone. */
  void stopService(String name) {
    testbed.state().process(coreHost(), name).ifPresent(service -> {
      service.terminate();
      if (!Waiting.until(SERVICE_STOP, () -> !service.isAlive())) {
        service.kill();
      }
    });
  }

  /**
   * Waits until no application is left on YARN.
   *
   * @throws IOException if one stays
   */
  void awaitNoApplications() throws IOException, InterruptedException {
    String url = resourceManagerUrl() + "/ws/v1/cluster/apps?states=NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING";
    long deadline = System.nanoTime() + SERVICE_STOP.toNanos();
    while (gateway.get(url).map(answer -> !answer.path("apps").path("app").isEmpty()).orElse(true)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("an application is still running after " + SERVICE_STOP.toSeconds() + " s; logs: " + logFolder());
      }
      Thread.sleep(COUNTER_PAUSE_MILLIS);
    }
  }

  /**
   * Waits until applications have so many containers on YARN, all together.
   *
   * @throws IOException if they don't get them
   */
  void awaitContainers(int count) throws IOException, InterruptedException {
    String url = resourceManagerUrl() + "/ws/v1/cluster/metrics";
    long deadline = System.nanoTime() + SERVICE_START.toNanos();
    int now = 0;
    while (now < count) {
      if (System.nanoTime() > deadline) {
        throw new IOException("only " + now + " of " + count + " containers run after " + SERVICE_START.toSeconds() + " s; logs: "
            + logFolder());
      }
      Thread.sleep(COUNTER_PAUSE_MILLIS);
      now = gateway.get(url).map(answer -> answer.path("clusterMetrics").path("containersAllocated").asInt()).orElse(0);
    }
  }

  /** Runs a client on a host to its end. */
  void runTool(String host, String log, ClassArchive classes, List<String> classAndArguments) throws IOException, InterruptedException {
    Process process = tool(host, log, classes, classAndArguments);
    try {
      expectSuccess(process, log + " on " + host);
    } finally {
      process.destroy();
    }
  }

  /** Something to do while the WAN is faster. */
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Gives all links this rate for the time of a step. */
  void withLinksAt(Bandwidth rate, Step step) throws IOException, InterruptedException {
    wan().links().forEach(link -> testbed.setLinkRate(link.id().from(), link.id().to(), rate));
    try {
      step.run();
    } finally {
      wan().links().forEach(link -> testbed.setLinkRate(link.id().from(), link.id().to(), link.capacity()));
    }
  }

  /** Starts a client that submits a job, and returns at once. */
  JobClient submit(DemoJob job, String run, ClassArchive classes, List<String> classAndArguments) throws IOException {
    return new JobClient(job.name(), hadoop("core", classes, classAndArguments),
        testbed.directory().file("log", "client-" + run + "-" + job.name() + ".log"));
  }

  /** As {@link #submit}, of a program that is no class of Hadoop's. */
  JobClient submitCommand(DemoJob job, String run, List<String> command) throws IOException {
    return new JobClient(job.name(), testbed.command(coreHost(), command),
        testbed.directory().file("log", "client-" + run + "-" + job.name() + ".log"));
  }

  /** What HDFS keeps below a folder. */
  HdfsBlocks blocks(String folder) throws IOException, InterruptedException {
    Process fsck = hadoop("core", hadoopClasses(),
        List.of("org.apache.hadoop.hdfs.tools.DFSck", folder, "-files", "-blocks")).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> lines;
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(fsck.getInputStream(), StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
    expectSuccess(fsck, "listing the outputs' blocks");
    List<Path> data = testbed.addresses().hosts(Role.WORKER).stream().map(host -> testbed.directory().file("hdfs", host.name())).toList();
    return new HdfsBlocks(lines, data);
  }

  /** From where it begins, the first line with some text in the logs of an application's containers. */
  Optional<String> containerLogLine(String application, String text) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      Path folder = testbed.directory().file("yarn", worker.name(), "log", application);
      if (Files.isDirectory(folder)) {
        lines.addAll(linesBelow(folder));
      }
    }
    return lines.stream().filter(line -> line.contains(text)).findFirst().map(line -> line.substring(line.indexOf(text)));
  }

  private static List<String> linesBelow(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.endsWith("stderr")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  /** What can be done to it while jobs run. */
  ClusterControl control() {
    return control;
  }

  /** Makes the controller's dashboard one of this machine; answers with its address. */
  String openDashboard() throws IOException {
    return DashboardAddress.open(testbed);
  }

  void sayWhatToLookAt(Progress progress) {
    progress.say("kept. Look at: ./terra testbed status; ./terra testbed link cut A B; ./terra testbed exec core -- COMMAND");
    progress.say("  controller: ./terra testbed exec core -- ./terra status; logs: %s", logFolder());
    progress.say("  when done: ./terra testbed down");
  }

  @Override
  public void close() {
    gateway.close();
    cleanUp.ifPresent(this::takeDown);
  }

  private void takeDown(Thread atExit) {
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      return; // it runs
    }
    Testbed.down(testbed.directory(), testbed.state().prefix());
  }
}
