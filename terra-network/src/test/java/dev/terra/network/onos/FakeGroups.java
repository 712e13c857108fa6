package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The groups of {@link FakeOnos}, by device and cookie, as ONOS keeps them, with ONOS's status codes. */
final class FakeGroups {
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int BAD_REQUEST = 400;

  private final Map<List<String>, ObjectNode> groups = new LinkedHashMap<>();
  private final Set<String> incapable = new HashSet<>();
  private boolean fails;

  /** Makes a switch accept no groups, so that they stay pending. */
  void cannot(String device) {
    incapable.add(device);
  }

  /** Makes all later requests for groups fail. */
  void fail() {
    fails = true;
  }

  boolean fails() {
    return fails;
  }

  /** Adds a group, and returns the status code. Groups that lack a field which ONOS requires are refused. */
  int add(String device, ObjectNode group) {
    String cookie = group.path("appCookie").asText();
    for (JsonNode bucket : group.path("buckets")) {
      if (!bucket.has("watchPort") || !bucket.has("watchGroup")) {
        return BAD_REQUEST;
      }
    }
    if (!cookie.startsWith("0x") || !group.has("groupId")) {
      return BAD_REQUEST;
    }
    ObjectNode stored = group.deepCopy();
    stored.put("deviceId", device).put("id", group.path("groupId").asLong()).put("appId", "org.onosproject.rest");
    stored.put("state", incapable.contains(device) ? "PENDING_ADD" : "ADDED");
    groups.putIfAbsent(List.of(device, cookie), stored);
    return CREATED;
  }

  int remove(String device, String cookie) {
    groups.remove(List.of(device, cookie));
    return NO_CONTENT;
  }

  /** Removes one group of a device without any notice. */
  void lose(String device) {
    groups.keySet().stream().filter(key -> key.get(0).equals(device)).findFirst().ifPresent(groups::remove);
  }

  /** Changes what the first group of a device does. */
  void spoil(String device) {
    all(device).get(0).withArray("buckets").remove(0);
  }

  boolean isThere(String device, long id) {
    return groups.values().stream().anyMatch(group -> group.path("deviceId").asText().equals(device) && group.path("id").asLong() == id
        && group.path("state").asText().equals("ADDED"));
  }

  /** Returns all groups of a device. */
  List<ObjectNode> all(String device) {
    return groups.values().stream().filter(group -> group.path("deviceId").asText().equals(device)).toList();
  }

  JsonNode all() {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    new ArrayList<>(groups.values()).forEach(answer.putArray("groups")::add);
    return answer;
  }
}
