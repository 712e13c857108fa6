package dev.terra.lab.actions;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Wan;
import dev.terra.lab.net.Commands;
import dev.terra.lab.net.OwnTestbed;
import dev.terra.lab.transfer.Pattern;
import dev.terra.lab.transfer.Submission;
import dev.terra.lab.transfer.TestbedTerra;
import dev.terra.lab.transfer.TransferPlan;
import dev.terra.testbed.TerraSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** Two shuffles on a testbed of its own, and an operator who acts on them. */
final class ActionSuite {
  /** Whatever it is, the capacities are scaled to it. */
  private static final long ANY_BYTES = 1_000_000_000;
  /** What all links carry together: some 100 Mbit/s. */
  private static final double SUM_OF_RATES = 12e6;
  /** The small shuffle outlasts all actions. */
  private static final double SMALL_SECONDS = 90;
  private static final double LARGE_SECONDS = 180;
  private static final int TIMEOUT_SECONDS = 600;
  private static final int CLIENT_MEGABYTES = 128;
  private static final String URL = "http://127.0.0.1:7180";

  private final Wan nominal;
  private final Consumer<String> progress;

  ActionSuite(Wan nominal, Consumer<String> progress) {
    this.nominal = nominal;
    this.progress = progress;
  }

  List<ActionOutcome> run() throws IOException, InterruptedException {
    TransferPlan whole = TransferPlan.of(nominal, Pattern.ALL_TO_ALL, ANY_BYTES, OptionalDouble.of(1));
    Wan wan = nominal.mapLinks(link -> link.withCapacity(link.capacity().times(SUM_OF_RATES / whole.sumOfRates())));
    TerraSetup size = TestbedTerra.affordable(wan);
    try (OwnTestbed own = OwnTestbed.up(wan, "actions", "ta-", progress)) {
      TestbedTerra terra = new TestbedTerra(own.testbed(), size, progress);
      terra.start();
      return withShuffles(own, terra);
    }
  }

  private List<ActionOutcome> withShuffles(OwnTestbed own, TestbedTerra terra) throws IOException, InterruptedException {
    Wan wan = own.testbed().addresses().wan();
    List<String> matrices =
        List.of(matrix(wan, ActionRun.SMALL, SMALL_SECONDS), matrix(wan, ActionRun.LARGE, LARGE_SECONDS));
    try (Submission submission = terra.submit("acted-upon", matrices)) {
      progress.accept(submission.isOver() ? "the shuffles have ended at once" : "two shuffles run; an operator acts");
      List<String> command = new ArrayList<>(Commands.laboratory(CLIENT_MEGABYTES));
      command.addAll(List.of("rest-actions", "--url", URL, "--token-file",
          Path.of(System.getProperty("user.home"), ".terra", "admin-token").toString()));
      Process inner = own.testbed().command(own.testbed().addresses().core().name(), command)
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String printed = new String(inner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (inner.waitFor() != 0) {
        throw new IOException("the operator's commands failed beside the controller: " + printed);
      }
      return new ObjectMapper().readValue(printed, new TypeReference<List<ActionOutcome>>() { });
    }
  }

  private static String matrix(Wan wan, String id, double seconds) {
    TransferPlan plan = TransferPlan.lasting(wan, List.of(new Pattern.Pair(wan.sites().get(0).id(), wan.sites().get(1).id())), seconds);
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    var transfers = root.put("id", id).put("timeoutSeconds", TIMEOUT_SECONDS).putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", flow.bytes()).put("seed", flow.seed()));
    return root.toString();
  }
}
