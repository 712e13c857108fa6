package dev.terra.cli.status;

import dev.terra.api.client.StatusClient;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.NetworkRequest;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.cli.tls.TlsOption;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of the commands that request the network's state from a running controller over the agents' port, and the request. */
final class StatusQuery {
  @Option(names = "--controller", required = true, paramLabel = "HOST:PORT[,..]",
      description = "the controller's address, or those of several with commas between")
  private String controller;

  @Option(names = "--json", description = "print one JSON object instead of text")
  private boolean json;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "5", description = "default ${DEFAULT-VALUE}")
  private int timeoutSeconds;

  @Mixin
  private TlsOption tls;

  /** Receives an answer. */
  interface Use<T> {
    void of(T answer) throws IOException;
  }

  boolean json() {
    return json;
  }

  /** Raises the time-out to at least this many seconds, for an answer that takes longer. */
  StatusQuery patient(int leastSeconds) {
    timeoutSeconds = Math.max(timeoutSeconds, leastSeconds);
    return this;
  }

  /**
   * Requests how tunnels follow their paths; returns the command's exit code: 1, with a line on standard error, where there is no answer.
   */
  int askNetwork(NetworkRequest request, CommandSpec command, Use<NetworkStatus> use) throws IOException {
    return ask(command, client -> use.of(client.network(request, Duration.ofSeconds(timeoutSeconds))));
  }

  private int ask(CommandSpec command, Use<StatusClient> question) throws IOException {
    try {
      EachController.of(controller, tls.credentials(), question::of);
      return 0;
    } catch (ConfigException | TlsException e) {
      return fail(command, Failures.inWords(e));
    } catch (StatusRuntimeException e) {
      return fail(command, "no answer from the controller at " + controller + ": " + EachController.inWords(e, tls.folder().isEmpty(),
          controller) + tls.hint());
    }
  }

  private static int fail(CommandSpec command, String problem) {
    command.commandLine().getErr().println(command.name() + ": " + problem);
    return 1;
  }
}
