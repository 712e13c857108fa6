package dev.terra.rest.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.rest.api.Access;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Verb;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes the OpenAPI 3.0.3 document of endpoints. */
public final class OpenApi {
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final String TOKEN = "token";
  private static final Map<Integer, String> PROBLEMS = new TreeMap<>(Map.of(
      400, "A parameter or the body is not valid.",
      401, "The caller must present a token or a certificate.",
      403, "The caller's role does not allow the request.",
      404, "The requested thing does not exist.",
      409, "The request conflicts with the present state; the detail has the reason.",
      413, "The body is too large.",
      415, "The body is not of the type application/json.",
      429, "Too many such requests at once; the header Retry-After has the time after which to repeat it.",
      503, "The controller cannot answer now; the header Retry-After has the time after which to repeat the request.",
      421, "The server does not have the name in the request; see http.hosts."));

  private final String version;
  private final boolean readsOpen;
  private final Schemas schemas = new Schemas();

  private OpenApi(String version, boolean readsOpen) {
    this.version = version;
    this.readsOpen = readsOpen;
  }

  /**
   * Returns the document of endpoints.
   *
   * @param readsOpen whether reading needs no token
   */
  public static ObjectNode document(String version, boolean readsOpen, List<Endpoint> endpoints) {
    return new OpenApi(version, readsOpen).make(endpoints);
  }

  private ObjectNode make(List<Endpoint> endpoints) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("openapi", "3.0.3");
    root.putObject("info").put("title", "Terra's controller").put("version", version)
        .put("description", "The state of the WAN and its shuffles, and the actions of operators.")
        .putObject("license").put("name", "Apache-2.0").put("url", "https://www.apache.org/licenses/LICENSE-2.0.txt");
    root.putArray("servers").addObject().put("url", Endpoint.ROOT);
    ObjectNode paths = root.putObject("paths");
    endpoints.forEach(endpoint ->
        paths.withObjectProperty(endpoint.path()).set(endpoint.verb().name().toLowerCase(Locale.ROOT), operation(endpoint)));
    schemas.reference(ProblemRow.class);
    ObjectNode components = root.putObject("components");
    components.set("schemas", schemas.all());
    components.putObject("securitySchemes").putObject(TOKEN).put("type", "http").put("scheme", "bearer");
    return root;
  }

  private ObjectNode operation(Endpoint endpoint) {
    ObjectNode operation = JsonNodeFactory.instance.objectNode();
    operation.put("operationId", id(endpoint)).put("summary", endpoint.summary());
    operation.putArray("tags").add(endpoint.path().split("/", 3)[1]);
    operation.put("x-role", endpoint.access().id());
    if (endpoint.access() != Access.NONE) {
      ArrayNode security = operation.putArray("security");
      security.addObject().putArray(TOKEN);
      if (readsOpen && endpoint.access() == Access.READ) {
        security.addObject(); // a request without a token is allowed, too
      }
    }
    if (!endpoint.parameters().isEmpty()) {
      ArrayNode parameters = operation.putArray("parameters");
      endpoint.parameters().forEach(parameter -> parameters.add(parameter(parameter)));
    }
    endpoint.body().ifPresent(body -> operation.putObject("requestBody").put("required", true)
        .putObject("content").putObject(JSON).set("schema", schemas.reference(body)));
    responses(operation.putObject("responses"), endpoint);
    return operation;
  }

  private static String id(Endpoint endpoint) {
    StringBuilder id = new StringBuilder(endpoint.verb().name().toLowerCase(Locale.ROOT));
    for (String part : endpoint.path().split("[/{}.-]+")) {
      if (!part.isEmpty()) {
        id.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
      }
    }
    return id.toString();
  }

  private static ObjectNode parameter(Parameter parameter) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("name", parameter.name()).put("in", parameter.inPath() ? "path" : "query").put("required", parameter.required());
    node.put("description", parameter.sentence());
    ObjectNode schema = node.putObject("schema");
    switch (parameter.kind()) {
      case TEXT -> schema.put("type", "string").put("maxLength", Parameter.MOST_CHARACTERS).put("minLength", parameter.inPath() ? 1 : 0);
      case WHOLE -> schema.put("type", "integer").put("format", "int64").put("minimum", parameter.least()).put("maximum", parameter.most());
      case BOOLEAN -> schema.put("type", "boolean");
      case TIME -> schema.put("type", "string").put("format", "date-time");
      default -> throw new IllegalArgumentException(parameter.toString());
    }
    if (parameter.kind() == Parameter.Kind.TEXT && !parameter.allowed().isEmpty()) {
      ArrayNode values = schema.putArray("enum");
      parameter.allowed().forEach(values::add);
    }
    if (parameter.kind() == Parameter.Kind.WHOLE) {
      parameter.otherwise().ifPresent(value -> schema.put("default", Long.parseLong(value)));
    }
    return node;
  }

  private void responses(ObjectNode responses, Endpoint endpoint) {
    ObjectNode done = responses.putObject("200").put("description", "Done.");
    ObjectNode content = done.putObject("content");
    switch (endpoint.shape()) {
      case OBJECT -> content.putObject(JSON).set("schema", schemas.reference(endpoint.answer()));
      case PAGE -> content.putObject(JSON).set("schema", page(endpoint.answer()));
      case STREAM -> content.putObject("text/event-stream").putObject("schema").put("type", "string");
      default -> content.putObject(JSON).putObject("schema").put("type", "object");
    }
    if (endpoint.verb().reads()) {
      responses.putObject("304").put("description", "Nothing has changed since the answer with this ETag.");
    }
    statuses(endpoint).forEach(status -> responses.putObject(status.toString())
        .put("description", PROBLEMS.get(status))
        .putObject("content").putObject(PROBLEM).putObject("schema").put("$ref", "#/components/schemas/ProblemRow"));
  }

  /**
   * Returns the statuses of an endpoint's problems. Every request may be malformed, have an unknown token, be addressed to another
   * host, or arrive while too many others wait.
   */
  private static SortedSet<Integer> statuses(Endpoint endpoint) {
    SortedSet<Integer> statuses = new TreeSet<>(endpoint.problems());
    statuses.addAll(List.of(400, 401, 421, 503));
    if (endpoint.access() != Access.NONE || endpoint.verb() != Verb.GET) {
      statuses.add(403);
    }
    if (endpoint.body().isPresent()) {
      statuses.addAll(List.of(413, 415));
    }
    return statuses;
  }

  private ObjectNode page(Class<?> item) {
    ObjectNode page = JsonNodeFactory.instance.objectNode();
    page.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = page.putObject("properties");
    properties.putObject("items").put("type", "array").set("items", schemas.reference(item));
    List.of("total", "offset", "limit", "version").forEach(name ->
        properties.putObject(name).put("type", "integer").put("format", "int64"));
    properties.putObject("at").put("type", "string").put("format", "date-time");
    ArrayNode required = page.putArray("required");
    properties.fieldNames().forEachRemaining(required::add);
    return page;
  }
}
