package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.net.OpenVSwitch;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.SwitchedFabric;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with an ONOS that already runs outside of the testbed: its own resources answer, and switches reach it. */
@Tag("root")
class OutsideOnosTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int PATIENCE_MILLIS = 60_000;
  private static final int PORT = 18_181;
  private static final byte HELLO = 0;

  @TempDir
  private Path folder;

  private final long pid = ProcessHandle.current().pid();
  private final String prefix = "o" + pid + "-";
  /** An address of this machine that no other process uses. All of 127.0.0.0/8 are addresses of this machine. */
  private final String host = "127." + (1 + pid % 200) + "." + pid / 200 % 250 + ".9";
  private final List<String> changes = new CopyOnWriteArrayList<>();
  private StateDirectory directory;

  @AfterEach
  void down() {
    Testbed.down(directory, prefix);
    assertThat(Network.namespaces(prefix)).isEmpty();
  }

  private Testbed up() {
    directory = new StateDirectory(folder.resolve("s"));
    URI url = URI.create("http://me:secret@" + host + ":" + PORT);
    WanRequest wan = new WanRequest(Wans.load("triangle"), Duration.ZERO, LabNetwork.SDWAN, Optional.of(url), Optional.empty());
    return Testbed.up(directory, new UpRequest(wan, prefix, YarnRequest.NONE, Installation.inSourceTree(Path.of("../.."))), line -> { });
  }

  /** Starts a server that accepts changes of ONOS's configuration, as ONOS does, and records them. */
  private HttpServer configuration() throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(host, PORT), 0);
    server.createContext("/onos/v1/configuration", exchange -> {
      changes.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Authorization") + " "
          + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    server.start();
    return server;
  }

  private Process onos(Testbed testbed) throws IOException {
    EngineRuntime runtime = EngineRuntime.onos(Path.of("../.."));
    runtime.ensureOrFail(line -> { });
    Path links = directory.write(OpenVSwitch.FOLDER + "/links",
        String.join("\n", new SwitchedFabric(testbed.addresses(), prefix).cables()) + "\n");
    Process process = new ProcessBuilder(OwnJava.command(), "-Xmx96m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
        runtime.libraries() + "/*", "dev.terra.testbed.onos.OnosServer", "http://" + host + ":" + PORT + "/", links.getParent().toString(),
        "me", "secret", SwitchedFabric.COOKIE).redirectErrorStream(true).redirectOutput(folder.resolve("onos.log").toFile()).start();
    assertThat(Waiting.until(PATIENCE, () -> Files.exists(links.resolveSibling("serving")))).isTrue();
    return process;
  }

  @Test
  void hostsAndSwitchesReachIt() throws Exception {
    HttpServer configuration = configuration();
    try (ServerSocket openFlow = new ServerSocket(OnosLogin.OPEN_FLOW_PORT, 5, InetAddress.getByName(host))) {
      openFlow.setSoTimeout(PATIENCE_MILLIS);
      Testbed testbed = up();
      configuration.stop(0);
      assertThat(changes).singleElement().asString().contains("FlowRuleManager").contains("Basic bWU6c2VjcmV0")
          .contains("\"allowExtraneousRules\": \"true\"");
      try (Socket aSwitch = openFlow.accept()) {
        aSwitch.setSoTimeout(PATIENCE_MILLIS);
        assertThat(aSwitch.getInputStream().readNBytes(2)[1]).as("the first message of OpenFlow").isEqualTo(HELLO);
      }
      Process onos = onos(testbed);
      try {
        driveSwitches(testbed);
      } finally {
        onos.destroyForcibly().waitFor();
      }
    }
  }

  private void driveSwitches(Testbed testbed) throws Exception {
    SwitchControl switches = testbed.switches().orElseThrow();
    InsideHttp http = new InsideHttp(testbed, "core", switches.login());
    assertThat(http.ask("GET", "/devices", "")).contains("of:0000000000000001").contains("of:0000000000000003");
    http.ask("POST", "/flows?appId=test", """
        {"flows": [{"deviceId": "of:0000000000000001", "priority": 41000, "timeout": 0, "isPermanent": true,
          "treatment": {"instructions": [{"type": "OUTPUT", "port": "12"}]},
          "selector": {"criteria": [{"type": "ETH_TYPE", "ethType": "0x0800"}, {"type": "IPV4_DST", "ip": "10.80.0.2/32"}]}}]}
        """);
    assertThat(switches.openFlow(new SiteId("A"), "dump-flows")).contains("priority=41000,ip,nw_dst=10.80.0.2 actions=output:12");
  }

  @Test
  void oneThatDoesNotAnswerIsNamed() {
    assertThatThrownBy(this::up).isInstanceOf(TestbedException.class).hasMessageContaining("no ONOS answers at http://" + host);
  }
}
