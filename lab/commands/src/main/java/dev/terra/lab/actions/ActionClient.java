package dev.terra.lab.actions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client of a controller's REST interface that authenticates with a token. */
final class ActionClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final String root;
  private final String token;

  /** Makes a client of the interface at a URL such as {@code http://127.0.0.1:7180}. */
  ActionClient(String url, String token) {
    this.root = url + "/api/v1";
    this.token = token;
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  /**
   * Sends a request and returns the JSON of the answer.
   *
   * @throws IOException if the controller does not answer, or refuses the request; the message contains the reason
   */
  JsonNode send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(root + path)).timeout(PATIENCE)
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .header("Content-Type", "application/json").header("Authorization", "Bearer " + token).build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    JsonNode answer = JSON.readTree(response.body());
    if (response.statusCode() != 200) {
      throw new IOException(method + " " + path + ": " + response.statusCode() + " " + answer.path("detail").asText());
    }
    return answer;
  }
}
