package dev.terra.lab.dashboard;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Wan;
import dev.terra.lab.net.OwnTestbed;
import dev.terra.lab.transfer.Pattern;
import dev.terra.lab.transfer.Submission;
import dev.terra.lab.transfer.TestbedTerra;
import dev.terra.lab.transfer.TransferPlan;
import dev.terra.testbed.TerraSize;
import dev.terra.testbed.control.Testbed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** The dashboard of a real controller on a testbed of its own, with shuffles that run while links and processes go and come. */
final class TestbedSuite {
  /** Whatever it is, the capacities are scaled to it. */
  private static final long ANY_BYTES = 1_000_000_000;
  /** What all links carry together: little, since a browser wants the machine's cores as well. */
  private static final double SUM_OF_RATES = 5e6;
  /** Both shuffles outlast the tests. */
  private static final double SHUFFLE_SECONDS = 200;
  private static final int SHUFFLES = 2;
  private static final int TIMEOUT_SECONDS = 900;
  private static final String ADDRESS = "http://127.0.0.1:7180/";

  private final BrowserTests tests;
  private final Wan nominal;
  private final Consumer<String> progress;

  TestbedSuite(BrowserTests tests, Wan nominal, Consumer<String> progress) {
    this.tests = tests;
    this.nominal = nominal;
    this.progress = progress;
  }

  BrowserTests.Outcome run() throws IOException, InterruptedException {
    TransferPlan whole = TransferPlan.of(nominal, Pattern.ALL_TO_ALL, ANY_BYTES, OptionalDouble.of(1));
    Wan wan = nominal.mapLinks(link -> link.withCapacity(link.capacity().times(SUM_OF_RATES / whole.sumOfRates())));
    TerraSize size = TestbedTerra.affordable(wan);
    try (OwnTestbed own = OwnTestbed.up(wan, "dashboard", "tw-", progress)) {
      TestbedTerra terra = new TestbedTerra(own.testbed(), size, progress);
      terra.start();
      return withShuffles(own.testbed(), terra, size);
    }
  }

  private BrowserTests.Outcome withShuffles(Testbed testbed, TestbedTerra terra, TerraSize size) throws IOException, InterruptedException {
    TransferPlan plan = TransferPlan.lasting(
        testbed.addresses().wan(), Pattern.ALL_TO_ALL.pairs(testbed.addresses().wan()), SHUFFLE_SECONDS);
    List<String> matrices = new ArrayList<>();
    for (int i = 1; i <= SHUFFLES; i++) {
      matrices.add(matrix("watched-" + i, plan));
    }
    try (TestbedOrders orders = TestbedOrders.open(testbed, size); Submission submission = terra.submit("watched", matrices)) {
      progress.accept(submission.isOver() ? "the shuffles have ended at once" : "shuffles run; the browser looks");
      return tests.run("testbed", command -> testbed.command(testbed.addresses().core().name(), command),
          Map.of("TERRA_DASHBOARD", ADDRESS, "TERRA_ORDERS", orders.path().toString()));
    }
  }

  private static String matrix(String id, TransferPlan plan) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode transfers = root.put("id", id).put("timeoutSeconds", TIMEOUT_SECONDS).putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", flow.bytes()).put("seed", flow.seed()));
    return root.toString();
  }
}
