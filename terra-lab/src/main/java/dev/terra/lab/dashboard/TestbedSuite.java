package dev.terra.lab.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Streams;
import dev.terra.core.wan.Wan;
import dev.terra.lab.net.OwnTestbed;
import dev.terra.lab.transfer.Pattern;
import dev.terra.lab.transfer.Submission;
import dev.terra.lab.transfer.TestbedTerra;
import dev.terra.lab.transfer.TransferPlan;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/** The dashboard of a testbed's controller, with shuffles that run while links and processes go and come. */
final class TestbedSuite {
  /** Whatever it is, the capacities are scaled to it. */
  private static final long ANY_BYTES = 1_000_000_000;
  /** What all links carry together: little, since a browser wants the machine's cores as well. */
  private static final double SUM_OF_RATES = 5e6;
  /** Both shuffles outlast the tests. */
  private static final double SHUFFLE_SECONDS = 200;
  private static final int TIMEOUT_SECONDS = 900;
  private static final String ADDRESS = "http://127.0.0.1:7180/";

  private final BrowserTests tests;
  private final Optional<Path> pictures;
  private final Consumer<String> progress;

  /**
   * A suite that is yet to be run.
   *
   * @param pictures where to put pictures of the page, if any are wanted
   */
  TestbedSuite(BrowserTests tests, Optional<Path> pictures, Consumer<String> progress) {
    this.tests = tests;
    this.pictures = pictures;
    this.progress = progress;
  }

  /** On a testbed of its own, with capacities that leave cores for the browser. */
  BrowserTests.Outcome onItsOwn(Wan nominal) throws IOException, InterruptedException {
    TransferPlan whole = TransferPlan.of(nominal, Pattern.ALL_TO_ALL, ANY_BYTES, OptionalDouble.of(1));
    Wan wan = nominal.mapLinks(link -> link.withCapacity(link.capacity().times(SUM_OF_RATES / whole.sumOfRates())));
    TerraSetup size = TestbedTerra.affordable(wan);
    try (OwnTestbed own = OwnTestbed.up(wan, "dashboard", "tw-", progress)) {
      TestbedTerra terra = new TestbedTerra(own.testbed(), size, progress);
      terra.start();
      return withShuffles(own.testbed(), terra, size);
    }
  }

  /** On the testbed that is up, with the jobs that run there; where nothing is sent between sites, shuffles are submitted. */
  BrowserTests.Outcome onTheRunningOne() throws IOException, InterruptedException {
    Testbed testbed = Testbed.open(StateDirectory.byDefault());
    TestbedTerra terra = new TestbedTerra(testbed, TerraSetup.USUAL, progress);
    terra.awaitTunnels();
    return isBusy(terra.shuffles()) ? look(testbed, TerraSetup.USUAL) : withShuffles(testbed, terra, TerraSetup.USUAL);
  }

  private static boolean isBusy(JsonNode shuffles) {
    return Streams.stream(shuffles.path("shuffles")).flatMap(shuffle -> Streams.stream(shuffle.path("bundles")))
        .anyMatch(bundle -> bundle.path("state").asText().equals("sending"));
  }

  private BrowserTests.Outcome withShuffles(Testbed testbed, TestbedTerra terra, TerraSetup size) throws IOException, InterruptedException {
    List<String> matrices = matrices(testbed.addresses().wan());
    try (Submission submission = terra.submit("watched", matrices)) {
      progress.accept(submission.isOver() ? "the shuffles have ended at once" : "shuffles run; the browser looks");
      return look(testbed, size);
    }
  }

  private BrowserTests.Outcome look(Testbed testbed, TerraSetup size) throws IOException, InterruptedException {
    try (TestbedOrders orders = TestbedOrders.open(testbed, size)) {
      Map<String, String> environment = new HashMap<>(Map.of("TERRA_DASHBOARD", ADDRESS, "TERRA_ORDERS", orders.path().toString()));
      pictures.ifPresent(folder -> environment.put("TERRA_PICTURES", folder.toAbsolutePath().toString()));
      return tests.run("testbed", command -> testbed.command(testbed.addresses().core().name(), command), environment);
    }
  }

  /** Two shuffles in opposite directions, so that neither has to wait for the other. */
  private static List<String> matrices(Wan wan) {
    List<Pattern.Pair> there = new ArrayList<>();
    List<Pattern.Pair> back = new ArrayList<>();
    for (Pattern.Pair pair : Pattern.ALL_TO_ALL.pairs(wan)) {
      (wan.indexOf(pair.from()) < wan.indexOf(pair.to()) ? there : back).add(pair);
    }
    return List.of(matrix("watched-there", TransferPlan.lasting(wan, there, SHUFFLE_SECONDS)),
        matrix("watched-back", TransferPlan.lasting(wan, back, SHUFFLE_SECONDS)));
  }

  private static String matrix(String id, TransferPlan plan) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ArrayNode transfers = root.put("id", id).put("timeoutSeconds", TIMEOUT_SECONDS).putArray("transfers");
    plan.flows().forEach(flow -> transfers.addObject().put("from", flow.from().name()).put("to", flow.to().name())
        .put("bytes", flow.bytes()).put("seed", flow.seed()));
    return root.toString();
  }
}
