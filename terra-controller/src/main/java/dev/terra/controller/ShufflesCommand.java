package dev.terra.controller;

import dev.terra.api.client.RpcProblem;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code shuffles --controller HOST:PORT}: every job's shuffle as a running controller sees it. */
@Command(name = "shuffles", mixinStandardHelpOptions = true,
    description = {
      "Prints every job's shuffle as a running controller sees it: bundles, bytes expected, sent and left, Gamma, rates, state.",
      "Sizes are those of the map outputs' indexes: same-site + not placed + all bundles' bytes = what was produced."
    })
public final class ShufflesCommand implements Callable<Integer> {
  @Option(names = "--controller", required = true, paramLabel = "HOST:PORT", description = "the controller's address")
  private String controller;

  @Option(names = "--json", description = "print one JSON object instead of text")
  private boolean json;

  @Option(names = "--export", paramLabel = "FILE", description = "also write what ran as a trace for simulate")
  private Path export;

  @Option(names = "--timeout", paramLabel = "SECONDS", defaultValue = "5", description = "default ${DEFAULT-VALUE}")
  private int timeoutSeconds;

  @Mixin
  private TlsOption tls;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try (StatusClient client = new StatusClient(Addresses.parse("--controller", controller), tls.credentials())) {
      Status status = client.status(Duration.ofSeconds(timeoutSeconds));
      spec.commandLine().getOut().println(json ? ShufflesJson.of(status).toString() : ShuffleView.text(status));
      if (export != null) {
        Files.writeString(export, TraceExport.toJson(status));
      }
      return 0;
    } catch (ConfigException | TlsException e) {
      return fail(e.getMessage());
    } catch (StatusRuntimeException e) {
      return fail("no answer from the controller at " + controller + ": " + RpcProblem.inWords(e) + tls.hint());
    }
  }

  private int fail(String problem) {
    spec.commandLine().getErr().println("shuffles: " + problem);
    return 1;
  }
}
