package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code drain link|site|agent TARGET}: takes a link, a site or an agent out of use. */
@Command(name = "drain", mixinStandardHelpOptions = true,
    description = {"Takes a link, a site or an agent out of use for maintenance. When the command ends, all agents have the change.",
        "link: no bytes are planned over the link; bundles move to other paths, and its tunnels stay open.",
        "site: nothing is relayed through the site; what begins or ends there goes on.",
        "agent: new fetches from and to the site take the stock path; what readers wait for, and submitted shuffles, go on.",
        "With --wait the command ends when nothing uses the target any more; then you can stop it. terra restore ends a drain."})
public final class DrainCommand extends ActionCommand {
  @Mixin
  private DrainTarget target;

  @Option(names = "--undo", description = "end the drain, as terra restore does")
  private boolean undo;

  @Option(names = "--wait",
      description = "wait until it is safe to stop the target; exit code 1, with what still uses it, after --wait-seconds")
  private boolean wait;

  @Option(names = "--wait-seconds", paramLabel = "SECONDS", defaultValue = "600",
      description = "how long --wait waits; default ${DEFAULT-VALUE}")
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
