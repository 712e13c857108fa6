package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.check.GeneratedController;
import dev.terra.rest.json.RestJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of live updates, and of resuming them. */
@Timeout(60)
class StreamTest {
  private final GeneratedController controller = RestHarness.small();
  private final RestHarness rest = RestHarness.open(controller);

  @AfterEach
  void close() {
    rest.close();
  }

  private record Message(String id, String event, JsonNode data) {}

  private static final class Messages implements AutoCloseable {
    private final BufferedReader reader;

    Messages(InputStream in) {
      this.reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    Message next() throws IOException {
      String id = "";
      String event = "";
      String data = "";
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.startsWith("id: ")) {
          id = line.substring(4);
        } else if (line.startsWith("event: ")) {
          event = line.substring(7);
        } else if (line.startsWith("data: ")) {
          data = line.substring(6);
        } else if (line.isEmpty() && !event.isEmpty()) {
          return new Message(id, event, RestJson.mapper().readTree(data));
        }
      }
      throw new IOException("the stream has ended");
    }

    Message next(String event) throws IOException {
      Message message = next();
      while (!message.event.equals(event)) {
        message = next();
      }
      return message;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }

  private Messages open(String lastId) throws Exception {
    HttpRequest.Builder request = rest.request("/api/v1/stream");
    if (!lastId.isEmpty()) {
      request.header("Last-Event-ID", lastId);
    }
    return new Messages(rest.client().send(request.build(), BodyHandlers.ofInputStream()).body());
  }

  @Test
  void aSnapshotComesFirstThenChangesThatLeadOn() throws Exception {
    try (Messages messages = open("")) {
      Message first = messages.next();
      assertThat(first.event).isEqualTo("snapshot");
      assertThat(first.data.path("links")).hasSize(40);
      assertThat(messages.next("alive").data.path("version").asLong()).isEqualTo(first.data.path("version").asLong());
      controller.stepTo(8);
      Message change = messages.next("change");
      assertThat(change.data.path("version").asLong()).isGreaterThan(first.data.path("version").asLong());
      assertThat(change.data.path("events")).extracting(event -> event.path("kind").asText()).contains("link-down");
      assertThat(change.data.path("links")).hasSizeLessThan(40).extracting(link -> link.path("state").asText()).contains("down");
      assertThat(rest.json("/status").path("viewers").asInt()).isEqualTo(1);
    }
  }

  @Test
  void aLinkThatGoesDownIsToldAtOnceButOnlyOnceInASecond() throws Exception {
    try (Messages messages = open("")) {
      messages.next("alive");
      controller.stepTo(8);
      Message first = messages.next();
      assertThat(first.event).isEqualTo("change");
      assertThat(first.data.path("events")).extracting(event -> event.path("kind").asText()).contains("link-down");
      assertThat(messages.next().event).as("the second's own").isEqualTo("alive");
    }
  }

  @Test
  void whoComesAgainGetsOnlyWhatItMissed() throws Exception {
    try (Messages all = open("")) {
      Message first = all.next("snapshot");
      controller.stepTo(1);
      Message change = all.next("change");
      controller.stepTo(2);
      Message second = all.next("change");
      try (Messages again = open(change.id)) {
        Message next = again.next();
        assertThat(next.id).isEqualTo(second.id);
        assertThat(next.data).isEqualTo(second.data);
      }
      try (Messages again = open(first.id)) {
        assertThat(again.next().id).isEqualTo(change.id);
        assertThat(again.next().id).isEqualTo(second.id);
      }
      try (Messages stranger = open("another-1")) {
        assertThat(stranger.next().event).isEqualTo("snapshot");
      }
    }
  }

  @Test
  void whoWatchesIsToldThatTheControllerStops() throws Exception {
    try (Messages messages = open("")) {
      messages.next("snapshot");
      rest.close();
      assertThat(messages.next("bye").data.path("reason").asText()).isEqualTo("the controller stops");
    }
  }
}
