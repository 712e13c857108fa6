package dev.terra.lab.actions;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Commands;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs two shuffles on a testbed of their own, and the actions of an operator on them. */
final class ActionSuite {
  /** Bytes/s of all links together: about 100 Mbit/s. */
  private static final double SUM_OF_RATES = 12e6;
  /** The seconds that the small shuffle takes at best. It outlasts all actions. */
  private static final double SMALL_SECONDS = 90;
  private static final double LARGE_SECONDS = 180;
  private static final Duration DEADLINE = Duration.ofMinutes(10);
  private static final int CLIENT_MEGABYTES = 128;
  private static final String URL = "http://127.0.0.1:7180";

  private final Wan nominal;
  private final Consumer<String> progress;

  ActionSuite(Wan nominal, Consumer<String> progress) {
    this.nominal = nominal;
    this.progress = progress;
  }

  List<ActionOutcome> run() throws IOException, InterruptedException {
    Wan wan = TransferPlan.scaled(nominal, SUM_OF_RATES);
    try (Bed bed = Bed.up(wan, new Bed.Kind("actions", "ta-", TestbedTerra.affordable(wan)), progress)) {
      bed.terra().start();
      return withShuffles(bed);
    }
  }

  private List<ActionOutcome> withShuffles(Bed bed) throws IOException, InterruptedException {
    Map<String, TransferPlan> plans = ImmutableMap.of(ActionRun.SMALL, plan(bed.wan(), SMALL_SECONDS), ActionRun.LARGE,
        plan(bed.wan(), LARGE_SECONDS));
    try (Submission submission = bed.submit(plans, DEADLINE)) {
      progress.accept(submission.isOver() ? "the shuffles have ended at once" : "two shuffles run; an operator acts");
      List<String> command = new ArrayList<>(Commands.laboratory(CLIENT_MEGABYTES));
      command.addAll(List.of("rest-actions", "--url", URL, "--token-file",
          Path.of(System.getProperty("user.home"), ".terra", "admin-token").toString()));
      Process inner = bed.testbed().command(bed.testbed().addresses().core().name(), command)
          .redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String printed = new String(inner.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (inner.waitFor() != 0) {
        throw new IOException("the operator's commands failed beside the controller: " + printed);
      }
      return new ObjectMapper().readValue(printed, new TypeReference<List<ActionOutcome>>() { });
    }
  }

  private static TransferPlan plan(Wan wan, double seconds) {
    return TransferPlan.lasting(wan, List.of(new Pattern.Pair(wan.sites().get(0).id(), wan.sites().get(1).id())), seconds);
  }

}
