package dev.terra.cli.status;

import dev.terra.api.client.RpcProblem;
import dev.terra.api.client.StatusClient;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import dev.terra.cli.tls.TlsOption;
import dev.terra.config.ConfigException;
import dev.terra.controller.Addresses;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of every command that asks a running controller, and the question. */
final class StatusQuery {
  @Option(names = "--controller", required = true, paramLabel = "HOST:PORT", description = "the controller's address")
  private String controller;

  @Option(names = "--json", description = "print one JSON object instead of text")
  private boolean json;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "5", description = "default ${DEFAULT-VALUE}")
  private int timeoutSeconds;

  @Mixin
  private TlsOption tls;

  /** What becomes of an answer. */
  interface Use {
    void of(Status status) throws IOException;
  }

  boolean json() {
    return json;
  }

  /** Asks; the command's exit code: 1, and a line on standard error, where there is no answer. */
  int ask(StatusRequest request, CommandSpec command, Use use) throws IOException {
    try (StatusClient client = new StatusClient(Addresses.parse("--controller", controller), tls.credentials())) {
      use.of(client.status(request, Duration.ofSeconds(timeoutSeconds)));
      return 0;
    } catch (ConfigException | TlsException e) {
      return fail(command, e.getMessage());
    } catch (StatusRuntimeException e) {
      return fail(command, "no answer from the controller at " + controller + ": " + RpcProblem.inWords(e) + tls.hint());
    }
  }

  private static int fail(CommandSpec command, String problem) {
    command.commandLine().getErr().println(command.name() + ": " + problem);
    return 1;
  }
}
