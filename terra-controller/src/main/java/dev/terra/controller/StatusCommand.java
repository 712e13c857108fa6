package dev.terra.controller;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.terra.api.client.RpcProblem;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code status --controller HOST:PORT}: prints what a running controller knows. */
@Command(name = "status", description = "Prints what a running controller knows.", mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
  @Option(names = "--controller", required = true, paramLabel = "HOST:PORT", description = "the controller's address")
  private String controller;

  @Option(names = "--json", description = "print one JSON object instead of text")
  private boolean json;

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
      spec.commandLine().getOut().println(json ? toJson(status) : StatusText.of(status));
      return 0;
    } catch (ConfigException | TlsException e) {
      return fail(e.getMessage());
    } catch (StatusRuntimeException e) {
      return fail("no answer from the controller at " + controller + ": " + RpcProblem.inWords(e) + tls.hint());
    }
  }

  private static String toJson(Status status) throws InvalidProtocolBufferException {
    return JsonFormat.printer().alwaysPrintFieldsWithNoPresence().omittingInsignificantWhitespace().print(status);
  }

  private int fail(String problem) {
    spec.commandLine().getErr().println("status: " + problem);
    return 1;
  }
}
