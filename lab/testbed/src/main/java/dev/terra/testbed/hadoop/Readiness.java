package dev.terra.testbed.hadoop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.net.HostHttp;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.state.StateDirectory;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Waits until the cluster can be used, and fails early if it never will be. */
final class Readiness {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration HTTP_PATIENCE = Duration.ofSeconds(5);
  private static final long POLL_MILLIS = 250;
  private static final String DATA_NODES = "/jmx?qry=Hadoop:service=NameNode,name=FSNamesystemState";

  private final HostHttp http;
  private final Host core;
  private final Duration patience;
  private final Consumer<String> progress;

  Readiness(StateDirectory directory, Host core, Duration patience, Consumer<String> progress) {
    this.http = new HostHttp(directory);
    this.core = core;
    this.patience = patience;
    this.progress = progress;
  }

  /** Waits until the expected number of DataNodes is live. */
  void awaitHdfs(int expected, List<ProcessRecord> processes) {
    await("DataNodes", expected, processes,
        () -> json(HadoopConfig.NAME_NODE_WEB_PORT, DATA_NODES).path("beans").path(0).path("NumLiveDataNodes").asInt());
  }

  /** Waits until the expected number of NodeManagers runs that have reported their health since a time, Unix milliseconds. */
  void awaitYarn(int expected, List<ProcessRecord> processes, long sinceMillis) {
    await("NodeManagers", expected, processes, () -> {
      int running = 0;
      for (JsonNode node : json(HadoopConfig.RESOURCE_MANAGER_WEB_PORT, "/ws/v1/cluster/nodes").path("nodes").path("node")) {
        boolean fresh = node.path("lastHealthUpdate").asLong() >= sinceMillis;
        running += fresh && node.path("state").asText().equals("RUNNING") ? 1 : 0;
      }
      return running;
    });
  }

  /** Waits until agents serve all of these sites, each of their slices at one of its ports. */
  void awaitAgents(List<Host> gateways, List<List<Integer>> slicePorts, List<ProcessRecord> processes) {
    await("agents", gateways.size() * slicePorts.size(), processes, () -> (int) gateways.stream()
        .mapToLong(gateway -> slicePorts.stream().filter(ports -> answers(gateway, ports)).count()).sum());
  }

  private boolean answers(Host gateway, List<Integer> ports) {
    return ports.stream().anyMatch(port -> http.answers(core.name(), gateway.ip(), port, "/v1/stats", HTTP_PATIENCE));
  }

  private JsonNode json(int port, String path) {
    try {
      return JSON.readTree(http.get(core.name(), core.ip(), port, path, HTTP_PATIENCE).orElse("{}"));
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }

  private void await(String what, int expected, List<ProcessRecord> processes, IntSupplier count) {
    int[] last = {0};
    boolean ready = Waiting.until(patience, POLL_MILLIS, () -> {
      processes.stream().filter(process -> !process.isAlive()).findFirst().ifPresent(Readiness::failBecauseEnded);
      int now = count.getAsInt();
      if (now > last[0]) {
        last[0] = now;
        progress.accept(what + ": " + now + " of " + expected);
      }
      return now >= expected;
    });
    if (!ready) {
      throw new TestbedException("after " + patience.toSeconds() + " s only " + last[0] + " of " + expected + " " + what
          + " are there (logs: " + processes.get(0).log() + ", ...)");
    }
  }

  private static void failBecauseEnded(ProcessRecord process) {
    throw new TestbedException(process.name() + " on " + process.host() + " has ended: " + process.lastLogLine());
  }
}
