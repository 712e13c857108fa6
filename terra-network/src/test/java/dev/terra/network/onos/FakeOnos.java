package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * A server with the part of ONOS's REST interface that the client uses, and with faults that tests choose. It keeps rules by device,
 * match and priority, as ONOS does.
 */
public final class FakeOnos implements AutoCloseable {
  private static final String CREDENTIALS = "Basic " + Base64.getEncoder().encodeToString("onos:rocks".getBytes(StandardCharsets.UTF_8));

  private static final InetSocketAddress FREE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final ObjectMapper json = new ObjectMapper();
  private final HttpServer server;
  private final Map<String, ObjectNode> flows = new LinkedHashMap<>();
  private final Map<String, String[]> links = new LinkedHashMap<>();
  private final Set<String> devices = new LinkedHashSet<>();
  private final List<String> requests = new ArrayList<>();
  private final FakeGroups groups = new FakeGroups();
  private boolean away;
  private int megabitsPerSecond;
  private int limit = Integer.MAX_VALUE;

  /** Listens on a free port of loopback. */
  public FakeOnos() {
    this(Optional.empty());
  }

  /** Listens on a free port of loopback, over HTTPS if an SSL context is given. */
  public FakeOnos(Optional<SSLContext> tls) {
    try {
      server = tls.isEmpty() ? HttpServer.create(FREE, 0) : https(tls.get());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/onos/v1", this::handle);
    server.start();
  }

  private static HttpServer https(SSLContext tls) throws IOException {
    HttpsServer https = HttpsServer.create(FREE, 0);
    https.setHttpsConfigurator(new HttpsConfigurator(tls));
    return https;
  }

  /** Returns the server's URL. */
  public URI url() {
    return URI.create((server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:" + server.getAddress().getPort() + "/onos/v1");
  }

  /** Returns what a client needs to access the server. */
  public OnosAccess access(String password) {
    return new OnosAccess(url(), "onos", password, "terra", Optional.empty());
  }

  /** Adds a switch. */
  public synchronized void device(String id) {
    devices.add(id);
  }

  /** Adds both directions of a link. */
  public synchronized void link(String from, String fromPort, String to, String toPort) {
    links.put(from + fromPort, new String[] {from, fromPort, to, toPort});
    links.put(to + toPort, new String[] {to, toPort, from, fromPort});
  }

  /** Removes both directions of a link. */
  public synchronized void unlink(String from, String fromPort) {
    String[] gone = links.remove(from + fromPort);
    links.remove(gone[2] + gone[3]);
  }

  /** Sets how many rules a switch holds. Further rules fail. */
  public synchronized void limit(int rules) {
    limit = rules;
  }

  /** Sets the speed of all ports, Mbit/s. */
  public synchronized void speed(int megabits) {
    megabitsPerSecond = megabits;
  }

  /** Sets whether the server answers every request with an error. */
  public synchronized void away(boolean now) {
    away = now;
  }

  /** Removes one rule of an application without any notice. */
  public synchronized void lose(String application) {
    ObjectNode first = flows(application).get(0);
    flows.values().removeIf(first::equals);
  }

  /** Removes a switch. */
  public synchronized void forget(String id) {
    devices.remove(id);
  }

  /** Adds a rule of another application. */
  public synchronized void foreign(String application, String device) {
    ObjectNode flow = json.createObjectNode().put("deviceId", device).put("priority", 5);
    put(flow, application);
  }

  /** Returns all rules of an application. */
  public synchronized List<ObjectNode> flows(String application) {
    return flows.values().stream().filter(flow -> flow.path("appId").asText().equals(application)).toList();
  }

  /** Runs an action on the groups. */
  synchronized void groups(Consumer<FakeGroups> action) {
    action.accept(groups);
  }

  /** Returns all groups of a switch. */
  synchronized List<ObjectNode> groupsOf(String device) {
    return groups.all(device);
  }

  /** Returns the method and path of each request since the last call. */
  public synchronized List<String> takeRequests() {
    List<String> taken = List.copyOf(requests);
    requests.clear();
    return taken;
  }

  private synchronized void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring("/onos/v1".length());
    requests.add(exchange.getRequestMethod() + " " + path);
    JsonNode body = json.readTree(exchange.getRequestBody());
    if (away) {
      answer(exchange, 503, json.createObjectNode());
    } else if (!CREDENTIALS.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      answer(exchange, 401, json.createObjectNode());
    } else if (exchange.getRequestMethod().equals("GET") && exchange.getRequestHeaders().containsKey("Content-Type")) {
      answer(exchange, 415, json.createObjectNode());
    } else if (path.startsWith("/groups") && groups.fails()) {
      answer(exchange, 500, json.createObjectNode());
    } else if (path.startsWith("/groups/")) {
      answer(exchange, group(exchange.getRequestMethod(), path.split("/"), body), null);
    } else if (exchange.getRequestMethod().equals("POST")) {
      post(exchange, body, application(exchange));
    } else if (exchange.getRequestMethod().equals("DELETE")) {
      body.path("flows").forEach(flow -> flows.values().removeIf(there -> there.path("id").asText().equals(flow.path("flowId").asText())));
      answer(exchange, 204, null);
    } else {
      answer(exchange, 200, get(path));
    }
  }

  /** Answers a request on a group. When a group is removed, the rules that point to it are removed, too. */
  private int group(String method, String[] path, JsonNode body) {
    if (method.equals("POST")) {
      return groups.add(path[2], (ObjectNode) body);
    }
    int status = groups.remove(path[2], path[3]);
    flows.values().removeIf(flow -> flow.path("deviceId").asText().equals(path[2]) && !hasItsGroups(flow));
    return status;
  }

  private boolean hasItsGroups(JsonNode flow) {
    for (JsonNode instruction : flow.path("treatment").path("instructions")) {
      if (instruction.has("groupId") && !groups.isThere(flow.path("deviceId").asText(), instruction.path("groupId").asLong())) {
        return false;
      }
    }
    return true;
  }

  private static String application(HttpExchange exchange) {
    return exchange.getRequestURI().getQuery().replaceFirst("appId=", "");
  }

  private void post(HttpExchange exchange, JsonNode body, String application) throws IOException {
    for (JsonNode flow : body.path("flows")) {
      if (!devices.contains(flow.path("deviceId").asText())) {
        answer(exchange, 404, json.createObjectNode().put("code", 404).put("message", "Device is not found"));
        return;
      }
    }
    body.path("flows").forEach(flow -> put((ObjectNode) flow, application));
    answer(exchange, 200, json.createObjectNode());
  }

  private void put(ObjectNode flow, String application) {
    String device = flow.path("deviceId").asText();
    String key = application + device + flow.path("priority") + flow.path("selector");
    long there = flows.values().stream()
        .filter(other -> other.path("deviceId").asText().equals(device) && other.path("state").asText().equals("ADDED")).count();
    ObjectNode stored = flow.deepCopy();
    stored.put("appId", application).put("id", Integer.toHexString(key.hashCode())).put("packets", 0).put("bytes", 0);
    boolean isReplaced = flows.containsKey(key) && flows.get(key).path("state").asText().equals("ADDED");
    stored.put("state", hasItsGroups(flow) && (isReplaced || there < limit) ? "ADDED" : "FAILED");
    flows.put(key, stored);
  }

  private JsonNode get(String path) {
    ObjectNode answer = json.createObjectNode();
    if (path.equals("/groups")) {
      return groups.all();
    } else if (path.equals("/links")) {
      ArrayNode list = answer.putArray("links");
      links.values().forEach(ends -> {
        ObjectNode link = list.addObject().put("state", "ACTIVE");
        link.putObject("src").put("device", ends[0]).put("port", ends[1]);
        link.putObject("dst").put("device", ends[2]).put("port", ends[3]);
      });
    } else if (path.startsWith("/flows/application/")) {
      ArrayNode list = answer.putArray("flows");
      flows(path.substring("/flows/application/".length())).forEach(list::add);
    } else if (path.endsWith("/ports") && path.startsWith("/devices/")) {
      ArrayNode list = answer.putArray("ports");
      for (int port = 1; port < 10; port++) {
        list.addObject().put("port", "" + port).put("isEnabled", true).put("portSpeed", megabitsPerSecond);
      }
    } else if (path.equals("/devices")) {
      ArrayNode list = answer.putArray("devices");
      devices.forEach(id -> list.addObject().put("id", id).put("available", true));
    } else if (path.equals("/statistics/ports")) {
      answer.putArray("statistics").addObject().put("device", "of:1").putArray("ports").addObject()
          .put("port", 2).put("bytesSent", 1000).put("bytesReceived", 2000).put("packetsTxDropped", 3);
    }
    return answer;
  }

  private void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
    byte[] bytes = body == null ? new byte[0] : body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
