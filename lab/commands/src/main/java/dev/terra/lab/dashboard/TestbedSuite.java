package dev.terra.lab.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.SubmittedMatrix;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The tests of the dashboard of a testbed's controller, with shuffles that run while links and processes fail and return. */
final class TestbedSuite {
  /** Bytes/s of all links together: little, since the browser needs the machine's cores as well. */
  private static final double SUM_OF_RATES = 5e6;
  /** The optimum of each shuffle, which outlasts the tests. */
  private static final double SHUFFLE_SECONDS = 200;
  private static final Duration DEADLINE = Duration.ofMinutes(15);
  private static final String ADDRESS = "http://127.0.0.1:7180/";

  private final BrowserTests tests;
  private final Optional<Path> pictures;
  private final Consumer<String> progress;

  /**
   * Makes a suite that is not run yet.
   *
   * @param pictures the folder for pictures of the page, if any are wanted
   */
  TestbedSuite(BrowserTests tests, Optional<Path> pictures, Consumer<String> progress) {
    this.tests = tests;
    this.pictures = pictures;
    this.progress = progress;
  }

  /** Runs the suite on a testbed of its own, with capacities that leave cores for the browser. */
  BrowserTests.Outcome onItsOwn(Wan nominal) throws IOException, InterruptedException {
    Wan wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    try (Bed bed = Bed.up(wan, new Bed.Kind("dashboard", "tw-", TestbedTerra.affordable(wan)), progress)) {
      bed.terra().start();
      return withShuffles(bed.terra());
    }
  }

  /**
   * Runs the suite on the testbed that is up, with the jobs that run there. If no bytes are sent between sites, it
   * submits shuffles.
   */
  BrowserTests.Outcome onTheRunningOne() throws IOException, InterruptedException {
    Testbed testbed = Testbed.open(StateDirectory.byDefault());
    TestbedTerra terra = new TestbedTerra(testbed, TerraSetup.USUAL, progress);
    terra.awaitTunnels();
    return isBusy(terra.shuffles()) ? look(terra) : withShuffles(terra);
  }

  private static boolean isBusy(JsonNode shuffles) {
    return Streams.stream(shuffles.path("shuffles")).flatMap(shuffle -> Streams.stream(shuffle.path("bundles")))
        .anyMatch(bundle -> bundle.path("state").asText().equals("sending"));
  }

  private BrowserTests.Outcome withShuffles(TestbedTerra terra) throws IOException, InterruptedException {
    List<String> matrices = matrices(terra.testbed().addresses().wan());
    try (Submission submission = terra.submit("watched", matrices)) {
      progress.accept(submission.isOver() ? "the shuffles have ended at once" : "shuffles run; the browser looks");
      return look(terra);
    }
  }

  private BrowserTests.Outcome look(TestbedTerra terra) throws IOException, InterruptedException {
    Testbed testbed = terra.testbed();
    try (TestbedOrders orders = TestbedOrders.open(terra)) {
      Map<String, String> environment = new HashMap<>(Map.of("TERRA_DASHBOARD", ADDRESS, "TERRA_ORDERS", orders.path().toString()));
      pictures.ifPresent(folder -> environment.put("TERRA_PICTURES", folder.toAbsolutePath().toString()));
      return tests.run("testbed", command -> testbed.command(testbed.addresses().core().name(), command), environment);
    }
  }

  /** Returns the matrices of two shuffles in opposite directions, so that neither has to wait for the other. */
  private static List<String> matrices(Wan wan) {
    List<Pattern.Pair> there = new ArrayList<>();
    List<Pattern.Pair> back = new ArrayList<>();
    for (Pattern.Pair pair : Pattern.ALL_TO_ALL.pairs(wan)) {
      (wan.indexOf(pair.from()) < wan.indexOf(pair.to()) ? there : back).add(pair);
    }
    return List.of(SubmittedMatrix.of("watched-there", TransferPlan.lasting(wan, there, SHUFFLE_SECONDS), DEADLINE),
        SubmittedMatrix.of("watched-back", TransferPlan.lasting(wan, back, SHUFFLE_SECONDS), DEADLINE));
  }
}
