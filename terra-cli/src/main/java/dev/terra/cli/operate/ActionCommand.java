package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that makes the controller do something. */
abstract class ActionCommand extends RestCommand {
  @Option(names = "--reason", paramLabel = "TEXT", description = "a reason, for the audit log")
  private @Nullable String reason;

  /** Returns a body with the reason, if one was given. */
  final ObjectNode body() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    if (reason != null) {
      body.put("reason", reason);
    }
    return body;
  }

  static JsonNode post(RestClient client, String path, ObjectNode body) throws RestFailure {
    return client.send("POST", path, body);
  }

  @Override
  final String text(JsonNode answer, Paint paint) {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%s %s: done as %s in %.0f ms, epoch %s", Show.text(answer.path("kind")),
        Show.text(answer.path("target")), Show.text(answer.path("id")), answer.path("tookMillis").asDouble(),
        Show.text(answer.path("epoch"))));
    if (answer.path("undo").isObject()) {
      text.append("; to take it back: terra undo ").append(Show.text(answer.path("id")));
    }
    return text.toString();
  }
}
