package dev.terra.agent.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.api.v1.RouteCount;
import dev.terra.api.v1.RouteRule;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs the command that may change the router: {@code COMMAND apply} reads rules, {@code COMMAND show} prints nft's JSON. */
final class RouterCommand {
  /** The name of rules for packets whose destination port is the tunnel's port. */
  private static final String AHEAD = "ahead";
  /** The name of rules for packets whose source port is the tunnel's port. */
  private static final String BACK = "back";
  /** The timeout of the command in seconds. Thousands of rules take nft less than a second. */
  private static final long SECONDS = 10;
  private static final int MAX_OUTPUT_BYTES = 16 << 20;
  private static final int MAX_PROBLEM_CHARACTERS = 300;

  private final List<String> command;
  private final ObjectMapper json = new ObjectMapper();

  RouterCommand(List<String> command) {
    this.command = List.copyOf(command);
  }

  /** Applies rules in place of all others; returns the reason if that failed. */
  Optional<String> apply(List<RouteRule> rules) {
    if (command.isEmpty()) {
      return rules.isEmpty() ? Optional.empty() : Optional.of("the agent's configuration names no router.command");
    }
    try {
      run("apply", rules.stream().map(RouterCommand::line).collect(Collectors.joining("\n", "", "\n")));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Failures.inWords(e));
    }
  }

  private static String line(RouteRule rule) {
    String kind = rule.getToOpener() ? BACK : AHEAD;
    return kind + " " + rule.getFromIp() + " " + rule.getToIp() + " " + rule.getPort() + " " + rule.getNext();
  }

  /** Returns the counts of the applied rules. */
  List<RouteCount> count() throws IOException {
    List<RouteCount> counts = new ArrayList<>();
    if (!command.isEmpty()) {
      for (JsonNode item : json.readTree(run("show", "")).path("nftables")) {
        JsonNode map = item.path("map");
        map.path("elem").forEach(element -> counts.add(count(map.path("name").asText(), element.path(0).path("elem"))));
      }
    }
    return counts;
  }

  private static RouteCount count(String kind, JsonNode element) {
    JsonNode key = element.path("val").path("concat");
    return RouteCount.newBuilder().setPackets(element.path("counter").path("packets").asLong())
        .setRule(RouteRule.newBuilder().setFromIp(key.path(0).asText()).setToIp(key.path(1).asText()).setPort(key.path(2).asInt())
            .setToOpener(kind.equals(BACK))).build();
  }

  private byte[] run(String what, String input) throws IOException {
    List<String> words = new ArrayList<>(command);
    words.add(what);
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // the command did not read its input: its output holds the reason
      process.getOutputStream().close();
    }
    byte[] said = process.getInputStream().readNBytes(MAX_OUTPUT_BYTES);
    int code = exitCode(process, words);
    if (code != 0) {
      String text = new String(said, StandardCharsets.UTF_8).strip();
      throw new IOException(String.join(" ", words) + " ended with " + code + ": "
          + text.substring(0, Math.min(text.length(), MAX_PROBLEM_CHARACTERS)));
    }
    return said;
  }

  private static int exitCode(Process process, List<String> words) throws IOException {
    try {
      if (process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new IOException(String.join(" ", words) + " was not done after " + SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(String.join(" ", words) + " was interrupted", e);
    } finally {
      process.destroyForcibly();
    }
  }
}
