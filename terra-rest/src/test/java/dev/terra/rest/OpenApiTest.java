package dev.terra.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.rest.api.Endpoint;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the document, and that every endpoint behaves as the document describes. */
@Timeout(120)
class OpenApiTest {
  private final RestHarness rest = RestHarness.open(RestHarness.small());
  private final JsonNode document = rest.json("/openapi.json");

  @AfterEach
  void close() {
    rest.close();
  }

  private record Operation(String path, String method, JsonNode node) {}

  private List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    document.path("paths").properties().forEach(path -> path.getValue().properties().forEach(method ->
        all.add(new Operation(path.getKey(), method.getKey().toUpperCase(Locale.ROOT), method.getValue()))));
    return all;
  }

  @Test
  void everyEndpointIsInTheDocument() {
    assertThat(operations()).hasSize(rest.server.endpoints().size());
    for (Endpoint endpoint : rest.server.endpoints()) {
      JsonNode operation = document.path("paths").path(endpoint.path()).path(endpoint.verb().name().toLowerCase(Locale.ROOT));
      assertThat(operation.path("summary").asText()).as(endpoint.path()).matches("[A-Z].*\\.");
      assertThat(operation.path("responses").path("200").isObject()).isTrue();
    }
    assertThat(operations().stream().map(operation -> operation.node.path("operationId").asText())).doesNotHaveDuplicates();
  }

  @Test
  void everyAnswerIsAsItsSchemaSays() {
    SchemaCheck check = new SchemaCheck(document);
    for (Operation operation : operations()) {
      if (operation.method.equals("GET") && !operation.path.equals("/stream")) {
        HttpResponse<String> response = rest.get("/api/v1" + SampleRequests.path(rest, operation.path));
        String name = operation.path + ": " + response.body();
        assertThat(response.statusCode()).as(name).isIn(200, 401, 404, 409);
        check.check(name, RestHarness.json(response), response.statusCode() == 200
            ? operation.node.path("responses").path("200").path("content").path("application/json").path("schema")
            : operation.node.path("responses").path(Integer.toString(response.statusCode())).path("content")
                .path("application/problem+json").path("schema"));
      }
    }
  }

  @Test
  void everyWriteNeedsSomebodyWhoMay() {
    List<Operation> writes = operations().stream()
        .filter(operation -> operation.node.path("x-role").asText().equals("admin")).toList();
    assertThat(writes).hasSizeGreaterThan(15);
    for (Operation write : writes) {
      String body = write.method.equals("GET") ? null : "{}";
      HttpRequest request = rest.with(write.method, SampleRequests.path(rest, write.path), body).build();
      HttpResponse<String> response = rest.send(request);
      assertThat(response.statusCode()).as(write.toString()).isEqualTo(401);
      assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
    }
  }
}
