package dev.terra.cli.status;

import dev.terra.api.v1.StatusRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code status}: prints the state of a running controller. */
@Command(name = "status", mixinStandardHelpOptions = true,
    description = {"Prints the state of a running controller: each link with what it carries, what is planned and its capacity; each agent",
        "with its tunnels and handlers; the shuffles that run, with their rates; and the newest events. A line INSECURE says that the",
        "controller works without TLS."})
public final class StatusCommand implements Callable<Integer> {
  @Mixin
  private StatusQuestion query;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    return query.ask(StatusRequest.getDefaultInstance(), spec,
        status -> spec.commandLine().getOut().println(query.json() ? StatusEndpoint.toJson(status) : StatusText.of(status)));
  }
}
