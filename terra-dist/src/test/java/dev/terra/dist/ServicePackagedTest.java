package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the unpacked archive, as an operator uses it: templates are filled in and checked, processes are started, and a file is moved
 * between two sites over TLS.
 */
class ServicePackagedTest {
  private static final Path HOME = Path.of(System.getProperty("terra.installed", "target/installed/terra")).toAbsolutePath();
  private static final String HK = "127.11.0.1";
  private static final String LA = "127.12.0.1";
  private static final String CONTROLLER = "127.13.0.1";
  private static final List<String> HOSTS = List.of("controller", "HK", "LA");

  @TempDir
  private Path folder;
  private int controllerPort;
  private int httpPort;
  private int tunnelPort;

  @BeforeEach
  void configure() throws Exception {
    controllerPort = freePort(CONTROLLER);
    httpPort = freePort(CONTROLLER);
    tunnelPort = freePort(HK);
    Path topology = Files.writeString(folder.resolve("topology.yaml"), """
        name: pair
        sites:
          - {id: HK, subnets: [127.11.0.0/16]}
          - {id: LA, subnets: [127.12.0.0/16]}
        links:
          - {between: [HK, LA], capacity: 800 Mbps, latency: 1 ms}
        """);
    terra(0, "certs", "--topology", topology.toString(), "--out", folder.resolve("certs").toString());
    conf("controller", "certs/controller", "controller.yaml", Map.of("\"@ADDRESS@:7100\"", CONTROLLER + ":" + controllerPort,
        "#http: {listen: \"127.0.0.1:7180\"}", "http: {listen: \"" + CONTROLLER + ":" + httpPort + "\", tls: true}"));
    agent("HK", HK, "LA", LA);
    agent("LA", LA, "HK", HK);
  }

  private void agent(String site, String address, String neighbour, String remote) throws IOException {
    conf(site, "certs/sites/" + site, "agent.yaml", Map.of("@SITE@", site, "@NAME@", site + "-1", "@NEIGHBOUR@", neighbour,
        "@ADDRESS@", address, "@REMOTE@", remote, "@CONTROLLER@:7100", CONTROLLER + ":" + controllerPort,
        "#tunnelPort: 7200", "tunnelPort: " + tunnelPort, "#metrics: 127.0.0.1:7203", "metrics: off",
        "#submitFolders: [/data/exchange]", "submitFolders: [\"" + folder + "\"]"));
  }

  private static int freePort(String address) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes a host's folder with its certificates and its filled-in template. */
  private void conf(String host, String certificates, String name, Map<String, String> values) throws IOException {
    Path conf = Files.createDirectories(folder.resolve(host).resolve("conf"));
    String text = Files.readString(HOME.resolve("conf/" + name + ".template"));
    for (Map.Entry<String, String> value : values.entrySet()) {
      assertThat(text).contains(value.getKey());
      text = text.replace(value.getKey(), value.getValue());
    }
    Files.writeString(conf.resolve(name), text);
    Files.copy(folder.resolve("topology.yaml"), conf.resolve("topology.yaml"));
    Files.move(folder.resolve(certificates), conf.resolve("tls"));
  }

  @AfterEach
  void stopAll() throws Exception {
    for (String host : HOSTS) {
      service(host, 0, "stop");
    }
  }

  private static String run(Map<String, String> environment, int exitCode, Path program, String... arguments) throws Exception {
    List<String> command = Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isEqualTo(exitCode);
    return said;
  }

  private static String terra(int exitCode, String... arguments) throws Exception {
    return run(Map.of(), exitCode, HOME.resolve("bin/terra"), arguments);
  }

  private String service(String host, int exitCode, String command) throws Exception {
    String service = host.equals("controller") ? "controller" : "agent";
    Path home = folder.resolve(host);
    return run(Map.of("TERRA_CONF", home + "/conf", "TERRA_RUN", home + "/run", "TERRA_LOG", home + "/log", "TERRA_HEAP", "256m",
        "HOME", home.toString(), "TERRA_JAVA_OPTS", "-Duser.home=" + home), exitCode, HOME.resolve("sbin/terra-service"), command, service);
  }

  @Test
  void aFileMovesBetweenSitesThatWereStartedFromTheArchive() throws Exception {
    byte[] bytes = new byte[3_000_000];
    new Random(7).nextBytes(bytes);
    Path source = Files.write(folder.resolve("source"), bytes);
    Path target = folder.resolve("target");
    Path matrix = Files.writeString(folder.resolve("matrix.json"),
        "{\"transfers\": [{\"from\": \"HK\", \"to\": \"LA\", \"bytes\": 3000000, "
        + "\"file\": \"" + source + "\", \"offset\": 0, \"toFile\": \"" + target + "\"}]}");
    assertThat(service("HK", 3, "status")).contains("not running");
    for (String host : HOSTS) {
      assertThat(service(host, 0, "start")).contains("runs, process");
    }

    assertThat(terra(0, "submit", "--controller", CONTROLLER + ":" + controllerPort, "--tls", folder.resolve("certs/client").toString(),
        "--matrix", matrix.toString(), "--json")).contains("\"complete\":true");
    assertThat(target).hasBinaryContent(bytes);
    assertThat(service("HK", 0, "status")).contains("is running");
    assertThat(service("HK", 0, "start")).contains("is running");
    assertThat(terra(1, "submit", "--controller", CONTROLLER + ":" + httpPort, "--tls", folder.resolve("certs/client").toString(),
        "--matrix", matrix.toString())).contains("port for HTTP").contains("7100").doesNotContain("for 30 s");
  }

  @Test
  void oneThatGetsNoPortForHttpDoesNotRunOrSaysSo() throws Exception {
    try (ServerSocket taken = new ServerSocket(); ServerSocket usual = new ServerSocket()) {
      taken.bind(new InetSocketAddress(InetAddress.getByName(CONTROLLER), httpPort));
      assertThat(service("controller", 1, "start")).contains("port " + httpPort + " of " + CONTROLLER + " is taken");
      assertThat(service("controller", 3, "status")).contains("not running");

      Path file = folder.resolve("controller/conf/controller.yaml");
      Files.writeString(file, Files.readString(file).replaceAll("(?m)^http: .*", ""));
      takeUsualPort(usual);
      assertThat(service("controller", 0, "start")).contains("runs, process").contains("runs without HTTP");
    }
  }

  private static void takeUsualPort(ServerSocket socket) throws IOException {
    try {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 7180));
    } catch (BindException e) {
      // another process on this machine has the port, which is as good for the test
      assertThat(socket.isBound()).isFalse();
    }
  }

  @Test
  void theProcessOfAnotherOneIsNotTakenForIt() throws Exception {
    assertThat(service("HK", 0, "start")).contains("runs, process");
    Path run = Files.createDirectories(folder.resolve("LA/run"));
    Files.copy(folder.resolve("HK/run/agent.pid"), run.resolve("agent.pid"));

    assertThat(service("LA", 3, "status")).contains("not running");
    assertThat(service("LA", 1, "start")).contains("another agent").contains("HK/conf/agent.yaml").contains("TERRA_RUN");
    assertThat(service("LA", 1, "stop")).contains("another agent");
    assertThat(service("HK", 0, "status")).contains("is running");
    Files.delete(run.resolve("agent.pid"));
  }

  @Test
  void ofTwoStartsAtOnceOneStartsItAndTheOtherSaysThatItRuns() throws Exception {
    CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> {
      try {
        return service("controller", 0, "start");
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    });
    List<String> said = List.of(service("controller", 0, "start"), other.get(120, TimeUnit.SECONDS));

    assertThat(said).filteredOn(text -> text.contains("runs, process")).hasSize(1);
    assertThat(said).filteredOn(text -> text.contains("is running, process")).hasSize(1);
    assertThat(service("controller", 0, "status")).contains("is running");
    assertThat(service("controller", 0, "stop")).contains("has ended");
    assertThat(service("controller", 3, "status")).contains("not running");
  }

  @Test
  void aControllerThatIsNamedIsFoundOnceItsNameIsKnown() throws Exception {
    Path hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 localhost\n");
    Path file = folder.resolve("HK/conf/agent.yaml");
    Files.writeString(file, Files.readString(file).replace(CONTROLLER + ":" + controllerPort, "controller_1.example:" + controllerPort));
    assertThat(service("controller", 0, "start")).contains("runs, process");
    assertThat(run(Map.of("TERRA_CONF", folder + "/HK/conf", "TERRA_RUN", folder + "/HK/run", "TERRA_LOG", folder + "/HK/log",
        "TERRA_HEAP", "256m", "TERRA_JAVA_OPTS", "-Djdk.net.hosts.file=" + hosts), 0, HOME.resolve("sbin/terra-service"), "start", "agent"))
        .contains("runs, process");
    Path log = folder.resolve("HK/log/agent.log");
    awaitText(log, "controller_1.example is not known here");
    Files.writeString(hosts, "127.0.0.1 localhost\n" + CONTROLLER + " controller_1.example\n");
    awaitText(folder.resolve("controller/log/controller.log"), "HK-1");
  }

  private static void awaitText(Path log, String text) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.readString(log).contains(text)) {
      assertThat(System.nanoTime()).as(Files.readString(log)).isLessThan(deadline);
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  @Test
  void whatDoesNotFitItsHostIsNotStarted() throws Exception {
    Path file = folder.resolve("HK/conf/agent.yaml");
    Files.writeString(file, Files.readString(file).replace("listenAddress: \"" + HK, "listenAddress: \"192.0.2.1"));

    assertThat(service("HK", 1, "start")).contains("listenAddress").contains("192.0.2.1").contains("not started");
    assertThat(service("HK", 3, "status")).contains("not running");
  }
}
