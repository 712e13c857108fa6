package dev.terra.lab.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.ProcessUsage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Terra itself: controller and agents run for its turns only, so that their probes cost the others nothing. A small shuffle before
 * the measured one warms them up, as agents that run for weeks are; one for each slice where agents share sites, as a pair's bytes are in
 * one slice, and which one differs between shuffles whose names follow each other.
 */
final class TerraMethod implements Method {
  private static final ObjectMapper JSON = new ObjectMapper();
  /** A second or two of warm-up. */
  private static final int WARM_UP_SHARE = 20;
  private static final double PATIENCE = 20;

  private final Testbed testbed;
  private final TransferPlan plan;
  private final TestbedTerra terra;
  private int runs;

  TerraMethod(Testbed testbed, TransferPlan plan, TerraSetup size, Consumer<String> progress) {
    this.testbed = testbed;
    this.plan = plan;
    this.terra = new TestbedTerra(testbed, size, progress);
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
    try {
      terra.start();
      runs++;
      for (int slice = 1; slice <= testbed.processes().agentsPerSite(); slice++) {
        submit("warm-up-" + runs + "-" + slice, WARM_UP_SHARE);
      }
      List<ProcessRecord> processes = testbed.state().processes().stream()
          .filter(process -> process.name().startsWith("agent") || process.name().equals("controller"))
          .filter(ProcessRecord::isAlive).toList();
      processes.forEach(process -> ProcessUsage.resetPeak(process.pid()));
      double before = cpuSeconds(processes);
      JsonNode result = submit("run-" + runs, 1);
      long peak = processes.stream().flatMap(process -> process.usage().stream()).mapToLong(ProcessUsage::peakBytes).sum();
      return new Figures(result.path("seconds").asDouble(), cpuSeconds(processes) - before, peak,
          result.path("complete").asBoolean());
    } finally {
      terra.stop();
    }
  }

  private static double cpuSeconds(List<ProcessRecord> processes) {
    return processes.stream().flatMap(process -> process.usage().stream()).mapToDouble(ProcessUsage::cpuSeconds).sum();
  }

  private JsonNode submit(String id, int divisor) throws IOException {
    Duration patience = Duration.ofSeconds(Math.round(PATIENCE * plan.gammaSeconds()) + 60);
    try (Submission submission = terra.submit(id, matrix(id, divisor))) {
      if (!submission.await(patience) || !submission.result().path("complete").asBoolean()) {
        throw new IOException("terra failed (log: " + submission.log() + ")");
      }
      return submission.result();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private String matrix(String id, int divisor) {
    ObjectNode root = JSON.createObjectNode();
    root.put("id", id);
    root.put("timeoutSeconds", Math.round(PATIENCE * plan.gammaSeconds()) + 30);
    ArrayNode transfers = root.putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", Math.max(1, flow.bytes() / divisor)).put("seed", flow.seed()));
    return root.toString();
  }
}
