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

/**
 * A client of the REST interface of ONOS 2.5, as far as Terra uses it. Calls wait for the answer, for at most some seconds. It may be used
 * from any thread.
 */
public final class OnosClient {
  /** The most rules in one request. These have some hundred KB, which ONOS processes in 0.1 s. */
  private static final int BATCH = 1000;

  private final OnosAccess access;
  private final OnosHttp http;

  /** Creates a client without sending a request. */
  public OnosClient(OnosAccess access) {
    this.access = access;
    this.http = new OnosHttp(access);
  }

  /** Returns all switches. */
  public List<OnosDevice> devices() throws OnosException {
    return list("/devices", "devices", node -> new OnosDevice(node.path("id").asText(), node.path("available").asBoolean()));
  }

  /** Returns the ports of a switch. */
  public List<OnosPort> ports(String device) throws OnosException {
    return list("/devices/" + encoded(device) + "/ports", "ports", node ->
        new OnosPort(node.path("port").asText(), node.path("isEnabled").asBoolean(), node.path("portSpeed").asLong()));
  }

  /** Returns the links between switches that ONOS has found. Each direction is a link of its own. */
  public List<OnosLink> links() throws OnosException {
    return list("/links", "links", node -> new OnosLink(node.path("src").path("device").asText(), node.path("src").path("port").asText(),
        node.path("dst").path("device").asText(), node.path("dst").path("port").asText(), !node.path("state").asText().equals("INACTIVE")));
  }

  /** Returns the counters of all ports. */
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

  /** Returns all rules of Terra's application; none before the first rule, with which ONOS registers the application's name. */
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

  /** Installs rules. They replace rules with the same device, match and priority. */
  public void add(Collection<ObjectNode> flows) throws OnosException {
    for (List<ObjectNode> batch : Lists.partition(List.copyOf(flows), BATCH)) {
      http.send("POST", "/flows?appId=" + encoded(access.application()), body(batch));
    }
  }

  /** Removes rules. */
  public void remove(Collection<OnosFlow> flows) throws OnosException {
    List<ObjectNode> ids = flows.stream()
        .map(flow -> http.json().createObjectNode().put("deviceId", flow.device()).put("flowId", flow.id())).toList();
    for (List<ObjectNode> batch : Lists.partition(ids, BATCH)) {
      http.send("DELETE", "/flows", body(batch));
    }
  }

  /** Returns the groups of all applications: ONOS counts groups that are made over REST as its own. */
  public List<OnosGroup> groups() throws OnosException {
    return list("/groups", "groups", node -> new OnosGroup(node.path("deviceId").asText(), node.path("id").asLong(),
        node.path("appCookie").asText(), node.path("state").asText(), node));
  }

  /** Makes a group in a switch. A switch has at most one group with the same cookie, so making a group again changes nothing. */
  public void addGroup(String device, ObjectNode group) throws OnosException {
    http.send("POST", "/groups/" + encoded(device), group);
  }

  /** Removes a group. OpenFlow also removes the rules that point to it. */
  public void removeGroup(OnosGroup group) throws OnosException {
    http.send("DELETE", "/groups/" + encoded(group.device()) + "/" + encoded(group.cookie()), null);
  }

  /** Returns the application in whose name rules and groups are installed. */
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

  /** Returns the name and address of ONOS, for messages. */
  @Override
  public String toString() {
    return "ONOS at " + access.base();
  }
}
