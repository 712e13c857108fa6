package dev.terra.lab.cluster;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.secure.SecureCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The programs on a demo's cluster besides its daemons: clients of HDFS and YARN, and services of engines. */
public final class ClusterPrograms {
  /** The time for a service to end. HiveServer2 closes its sessions first; an application master without work stays for 5 s. */
  static final Duration SERVICE_STOP = Duration.ofSeconds(60);

  /** The longest time that it takes to make a gigabyte of tables, or to write a site's part of them to HDFS there. */
  private static final int TOOL_SECONDS = 300;
  private static final List<String> CLIENT_OPTIONS = List.of("-Xmx512m", "--add-opens=java.base/java.lang=ALL-UNNAMED");

  private final Testbed testbed;
  private final ClusterClasses classes;
  private final String core;
  private final SecureCluster secure;

  ClusterPrograms(Testbed testbed, ClusterClasses classes) {
    this.testbed = testbed;
    this.classes = classes;
    this.core = testbed.addresses().core().name();
    this.secure = new SecureCluster(testbed.directory(), testbed.addresses());
  }

  /**
   * Writes the input of jobs. Each site's share is written from that site's first worker, so that its blocks stay at
   * the site.
   */
  public void makeInput(SiteInput input) throws IOException, InterruptedException {
    run(core, "make-folder", classes.hadoop(), List.of("org.apache.hadoop.fs.FsShell", "-mkdir", "-p", "/demo"));
    Path folder = testbed.directory().file("input");
    List<Host> workers = firstWorkers();
    List<Process> writers = new ArrayList<>();
    try {
      for (Host worker : workers) {
        Path local = Files.createDirectories(folder.resolve(worker.site().name()).resolve("input"));
        input.write(local, new SiteInput.Share(worker.site().name(), worker.name(), writers.size(), workers.size()));
        writers.add(tool(worker.name(), "put-input", classes.hadoop(),
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

  private Process tool(String host, String log, ClassArchive archive, List<String> classAndArguments) throws IOException {
    Path file = testbed.directory().file("log", host + "-" + log + ".log");
    Files.createDirectories(file.getParent());
    return hadoop(host, archive, classAndArguments).redirectErrorStream(true).redirectOutput(file.toFile()).start();
  }

  /** Returns whether the cluster has users who submit jobs. Without users, the client names its user itself. */
  public boolean haveUsers() {
    return secure.exists();
  }

  /**
   * Returns the class path of MapReduce's tasks, in the format of Hadoop's configuration: their configuration and
   * Hadoop's jars, separated by a comma.
   */
  public String taskClassPath() {
    return testbed.directory().file("conf") + "," + classes.hadoop().classPath();
  }

  /** Returns a client of HDFS or YARN on a host: a main class and its arguments. */
  private ProcessBuilder hadoop(String host, ClassArchive archive, List<String> classAndArguments) {
    return hadoop(host, archive, SecureCluster.superuser(), classAndArguments);
  }

  private ProcessBuilder hadoop(String host, ClassArchive archive, String user, List<String> classAndArguments) {
    ProcessBuilder client = testbed.command(host, java(archive, CLIENT_OPTIONS, classAndArguments));
    client.environment().putAll(secure.credentials(user));
    return client;
  }

  private List<String> java(ClassArchive archive, List<String> options, List<String> classAndArguments) {
    List<String> command = new ArrayList<>(List.of(OwnJava.command(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
        "-Djava.net.preferIPv4Stack=true", "-Djava.io.tmpdir=" + testbed.directory().file("tmp")));
    command.addAll(options);
    command.addAll(List.of(archive.option(), "-cp", archive.classPath() + ":" + testbed.directory().file("conf")));
    command.addAll(classAndArguments);
    return command;
  }

  private void expectSuccess(Process process, String what) throws IOException, InterruptedException {
    if (!process.waitFor(TOOL_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(what + " failed; logs: " + testbed.directory().keptLogs());
    }
  }

  /** Runs a client on a host to its end. */
  public void run(String host, String log, ClassArchive archive, List<String> classAndArguments) throws IOException, InterruptedException {
    Process process = tool(host, log, archive, classAndArguments);
    try {
      expectSuccess(process, log + " on " + host);
    } finally {
      process.destroy();
    }
  }

  /** Starts a client that submits a job, and returns immediately. */
  public JobClient submit(DemoJob job, String run, ClassArchive archive, List<String> classAndArguments) throws IOException {
    return submit(job, run, hadoop(core, archive, classAndArguments));
  }

  /** Submits a job as one of the cluster's users, if the cluster has users. */
  public JobClient submitAs(String user, DemoJob job, String run, List<String> classAndArguments) throws IOException {
    return submit(job, run, hadoop(core, classes.hadoop(), user, classAndArguments));
  }

  private JobClient submit(DemoJob job, String run, ProcessBuilder client) throws IOException {
    return new JobClient(job.name(), client, clientLog(job, run));
  }

  /** Returns the log of the client that submits a job in a run. */
  public Path clientLog(DemoJob job, String run) {
    return testbed.directory().file("log", "client-" + run + "-" + job.name() + ".log");
  }

  /** Starts a client that submits a job, as {@link #submit} does, for a program that is not a class of Hadoop's. */
  public JobClient submitCommand(DemoJob job, String run, List<String> command) throws IOException {
    return new JobClient(job.name(), testbed.command(core, command), clientLog(job, run));
  }

  /** Returns the blocks that HDFS keeps below a folder. */
  public HdfsBlocks blocks(String folder) throws IOException, InterruptedException {
    Process fsck = hadoop(core, classes.hadoop(),
        List.of("org.apache.hadoop.hdfs.tools.DFSck", folder, "-files", "-blocks")).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<String> lines;
    try (BufferedReader reader = new BufferedReader(new InputStreamReader(fsck.getInputStream(), StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
    expectSuccess(fsck, "listing the outputs' blocks");
    List<Path> data = testbed.addresses().hosts(Role.WORKER).stream().map(host -> testbed.directory().file("hdfs", host.name())).toList();
    return new HdfsBlocks(lines, data);
  }

  /** Starts a service on the core host that runs until the testbed goes down. */
  public void startService(String name, ClassArchive archive, List<String> options, String mainClass) {
    testbed.start(core, name, java(archive, options, List.of(mainClass)), Map.of());
  }

  /** Ends a service that {@link #startService} has started, and waits until it has ended. */
  public void stopService(String name) {
    testbed.state().process(core, name).ifPresent(service -> {
      service.terminate();
      if (!Waiting.until(SERVICE_STOP, () -> !service.isAlive())) {
        service.kill();
      }
    });
  }
}
