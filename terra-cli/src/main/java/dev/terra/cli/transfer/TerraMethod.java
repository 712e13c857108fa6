package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Streams;
import dev.terra.testbed.TerraSize;
import dev.terra.testbed.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.ProcessUsage;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Terra itself: controller and agents run for its turns only, so that their probes cost the others nothing. A small shuffle before
 * the measured one warms them up, as agents that run for weeks are.
 */
final class TerraMethod implements Method {
  private static final ObjectMapper JSON = new ObjectMapper();
  /** A second or two of warm-up. */
  private static final int WARM_UP_SHARE = 20;
  /** All tunnels open within a few round trips; many of them take their time on few cores. */
  private static final Duration TUNNELS_PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 500;
  private static final double PATIENCE = 20;

  private final Testbed testbed;
  private final TransferPlan plan;
  private final TerraSize size;
  private final Consumer<String> progress;
  private int runs;

  TerraMethod(Testbed testbed, TransferPlan plan, TerraSize size, Consumer<String> progress) {
    this.testbed = testbed;
    this.plan = plan;
    this.size = size;
    this.progress = progress;
  }

  @Override
  public String name() {
    return "terra";
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public Figures run() throws IOException {
    testbed.startTerra(size, progress);
    try {
      awaitTunnels();
      runs++;
      submit("warm-up-" + runs, WARM_UP_SHARE);
      List<ProcessRecord> processes = testbed.state().processes().stream()
          .filter(process -> process.name().equals("agent") || process.name().equals("controller"))
          .filter(ProcessRecord::isAlive).toList();
      processes.forEach(process -> ProcessUsage.resetPeak(process.pid()));
      double before = cpuSeconds(processes);
      JsonNode result = submit("run-" + runs, 1);
      long peak = processes.stream().flatMap(process -> process.usage().stream()).mapToLong(ProcessUsage::peakBytes).sum();
      return new Figures(result.path("seconds").asDouble(), cpuSeconds(processes) - before, peak,
          result.path("complete").asBoolean());
    } finally {
      testbed.stopTerra();
    }
  }

  private void awaitTunnels() throws IOException {
    if (!Waiting.until(TUNNELS_PATIENCE, POLL_MILLIS, this::allTunnelsAreUp)) {
      throw new IOException("terra: not all tunnels were up after " + TUNNELS_PATIENCE.toSeconds() + " s");
    }
  }

  private boolean allTunnelsAreUp() {
    try {
      JsonNode agents = JSON.readTree(output("status", List.of("status", "--json"))).path("agents");
      return agents.size() == plan.wan().sites().size() && Streams.stream(agents).allMatch(agent -> agent.path("alive").asBoolean()
          && agent.path("tunnels").asInt() > 0 && agent.path("tunnelsUp").asInt() == agent.path("tunnels").asInt());
    } catch (IOException e) {
      return false;
    }
  }

  private static double cpuSeconds(List<ProcessRecord> processes) {
    return processes.stream().flatMap(process -> process.usage().stream()).mapToDouble(ProcessUsage::cpuSeconds).sum();
  }

  private JsonNode submit(String id, int divisor) throws IOException {
    Path matrix = testbed.directory().write("bench/" + id + ".json", matrix(id, divisor));
    return JSON.readTree(output("submit-" + id, List.of("submit", "--json", "--matrix", matrix.toString())));
  }

  /** What a command says that talks to the controller, beside which it runs. */
  private byte[] output(String name, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(Commands.terra(256));
    command.addAll(arguments);
    command.addAll(Cluster.controllerOptions(testbed));
    Path log = testbed.directory().file("log", "core-" + name + ".log");
    Path output = testbed.directory().file("log", "core-" + name + ".json");
    Process process = testbed.command(testbed.addresses().core().name(), command)
        .redirectOutput(output.toFile()).redirectError(log.toFile()).start();
    try {
      if (!process.waitFor(Math.round(PATIENCE * plan.gammaSeconds()) + 60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("terra failed (log: " + log + ")");
      }
      return Files.readAllBytes(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.destroy();
    }
  }

  private String matrix(String id, int divisor) {
    ObjectNode root = JSON.createObjectNode();
    root.put("id", id);
    root.put("deadlineSeconds", Math.round(PATIENCE * plan.gammaSeconds()) + 30);
    ArrayNode transfers = root.putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", Math.max(1, flow.bytes() / divisor)).put("seed", flow.seed()));
    return root.toString();
  }
}
