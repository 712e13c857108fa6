package dev.terra.cli.status;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import dev.terra.cli.operate.ConnectionOptions;
import dev.terra.cli.operate.ExitCode;
import dev.terra.cli.operate.RestClient;
import dev.terra.cli.operate.RestFailure;
import dev.terra.cli.tls.TlsOption;
import dev.terra.config.ConfigException;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options of {@code status} and {@code shuffles}, and the question: over HTTP as that of all commands. An address that is given as
 * {@code HOST:PORT} may also be the one that agents use.
 */
final class StatusQuestion {
  @Mixin
  private ConnectionOptions connection;

  /** What becomes of an answer. */
  interface Use {
    void of(Status answer) throws IOException;
  }

  boolean json() {
    return connection.json();
  }

  /** Asks; the command's exit code, and a line on standard error where there is no answer. */
  int ask(StatusRequest request, CommandSpec command, Use use) throws IOException {
    try {
      Optional<String> given = connection.controller().filter(text -> !text.contains("://"));
      use.of(given.isPresent() ? either(given.get(), request) : overHttp(request));
      return ExitCode.DONE.number();
    } catch (ConfigException | TlsException e) {
      return fail(command, ExitCode.REFUSED, e.getMessage());
    } catch (RestFailure e) {
      return fail(command, e.exitCode(), e.getMessage());
    }
  }

  private Status overHttp(StatusRequest request) throws RestFailure {
    try (RestClient client = connection.open(System.getenv())) {
      String json = client.get("/report", Map.of("growth", Boolean.toString(request.getGrowth()))).toString();
      Status.Builder status = Status.newBuilder();
      JsonFormat.parser().ignoringUnknownFields().merge(json, status);
      return status.build();
    } catch (InvalidProtocolBufferException e) {
      throw new RestFailure(ExitCode.UNREACHABLE, "the controller's answer is none that this version understands: " + e.getMessage());
    }
  }

  private Status either(String controller, StatusRequest request) throws TlsException, RestFailure, IOException {
    AtomicReference<Status> answer = new AtomicReference<>();
    try {
      EachController.of(controller, TlsOption.credentials(connection.tls()),
          client -> answer.set(client.status(request, connection.timeout())));
      return answer.get();
    } catch (StatusRuntimeException e) {
      return overHttpInstead(controller, request, e);
    }
  }

  private Status overHttpInstead(String controller, StatusRequest request, StatusRuntimeException why) throws RestFailure {
    try {
      return overHttp(request);
    } catch (RestFailure e) {
      if (e.exitCode() != ExitCode.UNREACHABLE) {
        throw e;
      }
      throw new RestFailure(ExitCode.REFUSED, "no answer from the controller at " + controller + ": " + EachController.inWords(why, connection.tls().isEmpty(), controller)
          + TlsOption.hint(connection.tls()));
    }
  }

  private static int fail(CommandSpec command, ExitCode code, String problem) {
    command.commandLine().getErr().println(command.name() + ": " + problem);
    return code.number();
  }
}
