package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Lists;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** ONOS 2.5's REST interface, as far as Terra uses it. Calls wait for the answer, some seconds at most. May be used from any thread. */
public final class OnosClient {
  /** Rules in one request: some hundred KB, which ONOS takes in in 0.1 s. */
  private static final int BATCH = 1000;

  private final OnosAccess access;
  private final OnosHttp http;

  /** A client; nothing is asked yet. */
  public OnosClient(OnosAccess access) {
    this.access = access;
    this.http = new OnosHttp(access);
  }

  /** All switches. */
  public List<OnosDevice> devices() throws OnosException {
    return list("/devices", "devices", node -> new OnosDevice(node.path("id").asText(), node.path("available").asBoolean()));
  }

  /** The ports of a switch. */
  public List<OnosPort> ports(String device) throws OnosException {
    return list("/devices/" + encoded(device) + "/ports", "ports", node ->
        new OnosPort(node.path("port").asText(), node.path("isEnabled").asBoolean(), node.path("portSpeed").asLong()));
  }

  /** The links between switches that ONOS has found, each direction by itself. */
  public List<OnosLink> links() throws OnosException {
    return list("/links", "links", node -> new OnosLink(node.path("src").path("device").asText(), node.path("src").path("port").asText(),
        node.path("dst").path("device").asText(), node.path("dst").path("port").asText(), !node.path("state").asText().equals("INACTIVE")));
  }

  /** What has crossed all ports. */
  public List<OnosCounters> portCounters() throws OnosException {
    List<OnosCounters> counters = new ArrayList<>();
    for (JsonNode device : http.get("/statistics/ports").path("statistics")) {
      for (JsonNode port : device.path("ports")) {
        counters.add(new OnosCounters(device.path("device").asText(), port.path("port").asText(), port.path("bytesSent").asLong(),
            port.path("bytesReceived").asLong(), port.path("packetsTxDropped").asLong()));
      }
    }
    return counters;
  }

  /** All rules of our application; none where ONOS has not heard of it yet, since it learns the name with the first rule. */
  public List<OnosFlow> flows() throws OnosException {
    try {
      return ownFlows();
    } catch (OnosException e) {
      if (e.kind() == OnosException.Kind.UNKNOWN) {
        return List.of();
      }
      throw e;
    }
  }

  private List<OnosFlow> ownFlows() throws OnosException {
    return list("/flows/application/" + encoded(access.application()), "flows", node -> new OnosFlow(node.path("deviceId").asText(),
        node.path("id").asText(), node.path("state").asText(), node.path("packets").asLong(), node.path("bytes").asLong(), node));
  }

  /** Puts rules in, in the place of those with the same device, match and priority. */
  public void add(Collection<ObjectNode> flows) throws OnosException {
    for (List<ObjectNode> batch : Lists.partition(List.copyOf(flows), BATCH)) {
      http.send("POST", "/flows?appId=" + encoded(access.application()), body(batch));
    }
  }

  /** Takes rules out. */
  public void remove(Collection<OnosFlow> flows) throws OnosException {
    List<ObjectNode> ids = flows.stream()
        .map(flow -> http.json().createObjectNode().put("deviceId", flow.device()).put("flowId", flow.id())).toList();
    for (List<ObjectNode> batch : Lists.partition(ids, BATCH)) {
      http.send("DELETE", "/flows", body(batch));
    }
  }

  /** All groups, of whatever application: ONOS counts those that come to it by REST as its own. */
  public List<OnosGroup> groups() throws OnosException {
    return list("/groups", "groups", node -> new OnosGroup(node.path("deviceId").asText(), node.path("id").asLong(),
        node.path("appCookie").asText(), node.path("state").asText(), node));
  }

  /** Makes a group in a switch; there is one with its cookie at most, and the same again changes nothing. */
  public void addGroup(String device, ObjectNode group) throws OnosException {
    http.send("POST", "/groups/" + encoded(device), group);
  }

  /** Takes a group out; OpenFlow takes the rules that point to it out too. */
  public void removeGroup(OnosGroup group) throws OnosException {
    http.send("DELETE", "/groups/" + encoded(group.device()) + "/" + encoded(group.cookie()), null);
  }

  /** In whose name rules and groups are put in. */
  String application() {
    return access.application();
  }

  private ObjectNode body(List<ObjectNode> flows) {
    ObjectNode body = http.json().createObjectNode();
    ArrayNode list = body.putArray("flows");
    flows.forEach(list::add);
    return body;
  }

  private <T> List<T> list(String path, String name, Function<JsonNode, T> read) throws OnosException {
    JsonNode list = http.get(path).path(name);
    if (!list.isArray()) {
      throw new OnosException(OnosException.Kind.NOT_ONOS, "expected '" + name + "' in the answer of " + access.base() + path
          + "; is network.onos.url that of ONOS's REST interface, .../onos/v1?");
    }
    List<T> all = new ArrayList<>();
    list.forEach(node -> all.add(read.apply(node)));
    return all;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Who asks whom. */
  @Override
  public String toString() {
    return "ONOS at " + access.base();
  }
}
