package dev.terra.lab.security;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** A client that sends requests to a controller over HTTP as an honest program does. */
final class HttpReader {
  private static final Duration PATIENCE = Duration.ofSeconds(15);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final String root;

  HttpReader(InetSocketAddress address) {
    this.root = "http://" + ProcessBed.text(address);
  }

  /** Returns the answer to a GET. It throws an exception if the request is not served. */
  JsonNode json(String path) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("GET", path, "", Optional.empty());
    if (answer.statusCode() != 200) {
      throw new IOException("an honest GET " + path + " was answered with " + answer.statusCode() + " " + answer.body());
    }
    return JSON.readTree(answer.body());
  }

  /** Returns the answer to a request, with a token or without. */
  HttpResponse<String> send(String method, String path, String body, Optional<String> token) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + path)).timeout(PATIENCE)
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .header("Content-Type", "application/json");
    token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
    return client.send(request.build(), BodyHandlers.ofString());
  }

  /** Returns the token in a controller's file of its user. */
  static String token(Path file) throws IOException {
    return Files.readAllLines(file).stream().filter(line -> !line.startsWith("#")).map(line -> line.split(" ")[2]).findFirst()
        .orElseThrow(() -> new IOException("no token in " + file));
  }
}
