package dev.terra.cli.status;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import dev.terra.api.client.StatusClient;
import dev.terra.api.tls.TlsException;
import dev.terra.api.v1.NetworkRequest;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import dev.terra.cli.operate.ConnectionOptions;
import dev.terra.cli.operate.ExitCode;
import dev.terra.cli.operate.RestClient;
import dev.terra.cli.operate.RestFailure;
import dev.terra.cli.tls.TlsOption;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The options of {@code status}, {@code shuffles} and {@code network status}, and the request, which is sent over HTTP as that of all
 * commands. An address that is given as {@code HOST:PORT} may also be the one that agents use.
 */
final class StatusQuestion {
  @Mixin
  private ConnectionOptions connection;

  /** Receives an answer. */
  interface Use<T> {
    void of(T answer) throws IOException;
  }

  /**
   * A request, in both ways.
   *
   * @param path the path of the HTTP interface
   * @param answer an empty answer
   * @param call sends the same request at the agents' port
   */
  private record Question<T extends Message>(String path, Map<String, String> query, T answer,
      BiFunction<StatusClient, Duration, T> call) {}

  boolean json() {
    return connection.json();
  }

  /** Requests the status; returns the command's exit code, and prints a line on standard error where there is no answer. */
  int ask(StatusRequest request, CommandSpec command, Use<Status> use) {
    return ask(new Question<>("/report", Map.of("growth", Boolean.toString(request.getGrowth())), Status.getDefaultInstance(),
        (client, patience) -> client.status(request, patience)), command, use);
  }

  /** Requests how tunnels follow their paths; see {@link #ask}. */
  int askNetwork(CommandSpec command, Use<NetworkStatus> use) {
    return ask(new Question<>("/network", Map.of(), NetworkStatus.getDefaultInstance(),
        (client, patience) -> client.network(NetworkRequest.getDefaultInstance(), patience)), command, use);
  }

  private <T extends Message> int ask(Question<T> question, CommandSpec command, Use<T> use) {
    try {
      Optional<String> given = connection.controller().filter(text -> !text.contains("://"));
      use.of(given.isPresent() ? either(given.get(), question) : overHttp(question));
      return ExitCode.DONE.number();
    } catch (ConfigException | IOException e) {
      return fail(command, ExitCode.REFUSED, Failures.inWords(e));
    } catch (RestFailure e) {
      return fail(command, e.exitCode(), Failures.inWords(e));
    }
  }

  @SuppressWarnings("unchecked") // a builder makes messages of its own type
  private <T extends Message> T overHttp(Question<T> question) throws RestFailure {
    try (RestClient client = connection.open(System.getenv())) {
      Message.Builder answer = question.answer().newBuilderForType();
      JsonFormat.parser().ignoringUnknownFields().merge(client.get(question.path(), question.query()).toString(), answer);
      return (T) answer.build();
    } catch (InvalidProtocolBufferException e) {
      throw new RestFailure(ExitCode.UNREACHABLE, "this version cannot read the controller's answer: " + Failures.inWords(e));
    }
  }

  private <T extends Message> T either(String controller, Question<T> question) throws TlsException, RestFailure, IOException {
    AtomicReference<@Nullable T> answer = new AtomicReference<>();
    try {
      EachController.of(controller, TlsOption.credentials(connection.tls().orElse(null)),
          client -> answer.set(question.call().apply(client, connection.timeout())));
      return Objects.requireNonNull(answer.get());
    } catch (StatusRuntimeException e) {
      return overHttpInstead(controller, question, e);
    }
  }

  private <T extends Message> T overHttpInstead(String controller, Question<T> question, StatusRuntimeException why) throws RestFailure {
    try {
      return overHttp(question);
    } catch (RestFailure e) {
      if (e.exitCode() != ExitCode.UNREACHABLE) {
        throw e;
      }
      throw new RestFailure(ExitCode.REFUSED, "no answer from the controller at " + controller + ": "
          + EachController.inWords(why, connection.tls().isEmpty(), controller)
          + TlsOption.hint(connection.tls().orElse(null)));
    }
  }

  private static int fail(CommandSpec command, ExitCode code, String problem) {
    command.commandLine().getErr().println(command.name() + ": " + problem);
    return code.number();
  }
}
