package dev.terra.lab.security;

import dev.terra.api.client.ShuffleClient;
import dev.terra.api.client.TransferMatrix;
import dev.terra.api.v1.ShuffleResult;
import dev.terra.lab.bed.Commands;
import dev.terra.testbed.os.Children;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The product's own commands, each in a process of its own, on the loopback interface and without TLS: a controller,
 * and the agents of two sites, each with a folder for submitted files. Site number i has 127.82.i.0/24, its agent .200.
 * Commands have a home directory of their own.
 */
final class ProcessBed implements AutoCloseable {
  static final List<String> SITES = List.of("A", "B");
  private static final int HEAP_MEGABYTES = 192;
  private static final int PATIENCE_SECONDS = 60;

  private final Path directory;
  private final int port;
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private int submissions;

  private ProcessBed(Path directory) throws IOException {
    this.directory = directory;
    try (ServerSocket free = new ServerSocket(0)) {
      this.port = free.getLocalPort();
    }
  }

  /** Starts all processes, and waits until the bed has carried bytes. */
  static ProcessBed up(Path directory) throws IOException {
    ProcessBed bed = new ProcessBed(directory);
    try {
      bed.start();
      return bed;
    } catch (IOException | RuntimeException e) {
      bed.close();
      throw e;
    }
  }

  private void start() throws IOException {
    Files.createDirectories(home());
    Files.writeString(directory.resolve("wan.yaml"), wan());
    Files.writeString(directory.resolve("controller.yaml"), "topology: wan.yaml\nlisten: '" + text(controller()) + "'\nhttp: {listen: '"
        + text(http()) + "', audit: '" + audit() + "'}\n");
    start("controller", "controller", "--config", directory.resolve("controller.yaml").toString());
    for (String site : SITES) {
      Files.createDirectories(folder(site));
      startAgent(site + "-1", site, agentIp(site));
    }
    SuiteWait.await("processes that carry bytes", this::carries);
  }

  /** Returns whether bytes of an honest program arrive. */
  boolean carries() {
    try {
      return submit(TransferMatrix.builder().receiver(0, "B").transfer(0, "A", 0, 1_000, new TransferMatrix.SeedSource(1),
          null).build()).getComplete();
    } catch (IOException e) {
      return false;
    }
  }

  private String wan() {
    StringBuilder text = new StringBuilder("name: processes\nsites:\n");
    SITES.forEach(site -> text.append("  - {id: ").append(site).append(", subnets: [").append(subnet(site)).append("0/24]}\n"));
    return text + "links:\n  - {between: [A, B], capacity: 80 Mbps, latency: 1 ms}\n";
  }

  /** Starts an agent with a given name at an address of a site. */
  Process startAgent(String name, String site, String ip) throws IOException {
    String other = site.equals("A") ? "B" : "A";
    Path file = Files.writeString(directory.resolve(name + "-" + ip + ".yaml"), String.join("\n", "site: " + site, "name: " + name,
        "topology: wan.yaml", "controller: '" + text(controller()) + "'", "listenAddress: " + ip, "tunnelPort: " + port,
        "sitePort: " + (port + 1), "fetchPort: " + (port + 2), "metrics: '" + ip + ":" + (port + 3) + "'",
        "neighbours: {" + other + ": {local: " + ip + ", remote: " + agentIp(other) + "}}",
        "submitFolders: ['" + folder(site) + "']", "insecure: true", ""));
    return start("agent-" + name + "-" + ip, "agent", "--config", file.toString());
  }

  /** Starts one of the product's commands; its output goes to a log of its name. */
  Process start(String name, String... words) throws IOException {
    Process process = command(words).redirectErrorStream(true).redirectOutput(log(name).toFile()).start();
    processes.put(name, process);
    return process;
  }

  private ProcessBuilder command(String... words) {
    List<String> command = new ArrayList<>(Commands.terra(HEAP_MEGABYTES));
    command.add(1, "-Duser.home=" + home());
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectInput(new File("/dev/null"));
    builder.environment().keySet().removeIf(name -> name.startsWith("TERRA_"));
    builder.environment().put("HOME", home().toString());
    return builder;
  }

  /** The exit code of a command, and its output. */
  record Ended(int exitCode, String output) {}

  /** Runs one of the product's commands to its end. */
  Ended run(Map<String, String> environment, String... words) throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, "run", ".log");
    ProcessBuilder builder = command(words).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      Children.end(process);
      throw new IOException("terra " + String.join(" ", words) + " did not end within " + PATIENCE_SECONDS + " s");
    }
    return new Ended(process.exitValue(), Files.readString(output));
  }

  /** Submits transfers as an honest program does, and waits for their end. The result of a failed shuffle contains the reason. */
  ShuffleResult submit(TransferMatrix matrix) throws IOException {
    try (ShuffleClient client = ShuffleClient.open(text(controller()), Duration.ofSeconds(PATIENCE_SECONDS))) {
      return client.submitShuffle("submitted-" + submissions++, matrix, progress -> { }).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return ShuffleResult.newBuilder().setProblem(String.valueOf(e.getCause().getMessage())).build();
    } catch (TimeoutException e) {
      throw new IOException("no result within " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Ends a process of this bed immediately, as a crash does. */
  void kill(String name) throws InterruptedException {
    processes.remove(name).destroyForcibly().waitFor();
  }

  static String text(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  InetSocketAddress controller() {
    return new InetSocketAddress("127.82.0.1", port);
  }

  InetSocketAddress http() {
    return new InetSocketAddress("127.82.0.1", port + 1);
  }

  /** Returns the address at which an agent accepts tunnels. */
  InetSocketAddress tunnels(String site) {
    return new InetSocketAddress(agentIp(site), port);
  }

  /** Returns the address at which an agent serves its figures to Prometheus. */
  InetSocketAddress metrics(String site) {
    return new InetSocketAddress(agentIp(site), port + 3);
  }

  private static String subnet(String site) {
    return "127.82." + (SITES.indexOf(site) + 1) + ".";
  }

  static String agentIp(String site) {
    return subnet(site) + "200";
  }

  Path directory() {
    return directory;
  }

  /** Returns the folder below which a site's agent may read and write. */
  Path folder(String site) {
    return directory.resolve("files-" + site);
  }

  Path home() {
    return directory.resolve("home");
  }

  /** Returns the file of the token that the controller made for its user. */
  Path token() {
    return home().resolve(".terra/admin-token");
  }

  Path audit() {
    return directory.resolve("audit.log");
  }

  /** Returns the log of a process. */
  Path log(String name) {
    return directory.resolve(name + ".log");
  }

  @Override
  public void close() {
    processes.values().forEach(Children::end);
  }
}
