package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code drain link|site|agent TARGET}. */
@Command(name = "drain", mixinStandardHelpOptions = true,
    description = {"Has the schedule leave out a link, a site or an agent, for maintenance. What is under way ends or takes another way.",
        "With --wait it ends when nothing is under way any more: then it is safe to stop."})
public final class DrainCommand extends ActionCommand {
  @Mixin
  private DrainTarget target;

  @Option(names = "--undo", description = "take it back, as restore does")
  private boolean undo;

  @Option(names = "--wait", description = "wait until it is safe to stop; exit code 1 if it is not within --wait-seconds")
  private boolean wait;

  @Option(names = "--wait-seconds", paramLabel = "SECONDS", defaultValue = "600", description = "default ${DEFAULT-VALUE}")
  private int waitSeconds;

  private String drained = "";

  @Override
  JsonNode ask(RestClient client) throws RestFailure {
    JsonNode answer = post(client, target.path(undo ? "restore" : "drain"), body());
    drained = answer.path("target").asText();
    return answer;
  }

  @Override
  void run(RestClient client) throws RestFailure, InterruptedException {
    super.run(client);
    if (wait && !undo) {
      new DrainWait(client, target, drained).await(Duration.ofSeconds(waitSeconds));
      if (!json()) {
        out().println("nothing is under way any more: it is safe to stop");
      }
    }
  }
}
