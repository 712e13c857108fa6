package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that sends requests to a controller over HTTP: it opens the connection, prints the answer, and reports failures. */
abstract class RestCommand implements Callable<Integer> {
  @Mixin
  private ConnectionOptions connection;

  @Spec
  private CommandSpec spec;

  /** Sends the request and returns the answer. */
  abstract JsonNode ask(RestClient client) throws RestFailure;

  /** Returns the answer as text for people. */
  abstract String text(JsonNode answer, Paint paint);

  @Override
  public final Integer call() throws InterruptedException {
    try (RestClient client = connection.open(System.getenv())) {
      run(client);
      return answered().number();
    } catch (ConfigException e) {
      return fail(ExitCode.USAGE, Failures.inWords(e));
    } catch (RestFailure e) {
      return fail(e.exitCode(), Failures.inWords(e));
    }
  }

  /** Returns the exit code of a command that has printed its answer; a check that fails ends with {@link ExitCode#FOUND}. */
  ExitCode answered() {
    return ExitCode.DONE;
  }

  /** Sends the request once and prints the answer. */
  void run(RestClient client) throws RestFailure, InterruptedException {
    JsonNode answer = ask(client);
    out().println(connection.json() ? answer.toString() : text(answer, paint()));
  }

  final boolean json() {
    return connection.json();
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns the colours; only terminals have colours. */
  final Paint paint() {
    return Paint.of(System.getenv(), isTerminal());
  }

  /** Returns whether the output is a terminal. */
  @SuppressWarnings("SystemConsoleNull") // Java 17 has no other sign; a later one that has a console anyway only means colours too many
  static boolean isTerminal() {
    return System.console() != null;
  }

  private int fail(ExitCode code, String problem) {
    spec.commandLine().getErr().println(spec.name() + ": " + problem);
    return code.number();
  }

  /** Adds a parameter of a request, if its value was given. */
  static void put(Map<String, String> query, String name, @Nullable String value) {
    if (value != null) {
      query.put(name, value);
    }
  }
}
