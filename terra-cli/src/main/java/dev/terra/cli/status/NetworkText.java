package dev.terra.cli.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.latency.ClassMessages;
import dev.terra.api.v1.NetworkStatus;
import dev.terra.api.v1.TunnelStatus;
import dev.terra.core.wan.WanNotation;
import java.util.Locale;

/** Formats how tunnels follow their paths, for people and for tools. */
final class NetworkText {
  private NetworkText() {}

  static String of(NetworkStatus status) {
    StringBuilder text = new StringBuilder();
    long up = status.getTunnelsList().stream().filter(TunnelStatus::getUp).count();
    long routed = status.getTunnelsList().stream().filter(TunnelStatus::hasLabel).count();
    line(text, "network %s: %d of %d tunnels up, %d routed by the network%s", status.getMode(), up, status.getTunnelsCount(), routed,
        status.getProblem().isEmpty() ? "" : "; " + status.getProblem());
    status.getTunnelsList().forEach(tunnel -> line(text, "tunnel %-24s %-4s %-28s %s%s%s", id(tunnel), tunnel.getUp() ? "up" : "DOWN",
        tunnel.hasLabel() ? "to " + tunnel.getAddress() + ", label " + tunnel.getLabel() : "from agent to agent",
        !tunnel.hasVerified() ? "" : tunnel.getVerified() ? "verified " : "NOT VERIFIED ", tunnel.getProblem(),
        classes(tunnel).isEmpty() || tunnel.getProblem().isEmpty() ? classes(tunnel) : "; " + classes(tunnel)));
    status.getSwitchesList().forEach(one -> line(text, "switch %-24s %d rules%s%s%s", one.getSite(), one.getRules(),
        one.getQueued() == 0 ? "" : ", " + one.getQueued() + " to queues",
        one.getGroups() == 0 ? "" : ", " + one.getGroups() + " groups", one.getProblem().isEmpty() ? "" : "; " + one.getProblem()));
    return text.toString().stripTrailing();
  }

  private static String classes(TunnelStatus tunnel) {
    return ClassMessages.of(tunnel.getMarksList(), tunnel.getClasses()).words();
  }

  static ObjectNode json(NetworkStatus status) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("mode", status.getMode());
    root.put("problem", status.getProblem());
    ArrayNode tunnels = root.putArray("tunnels");
    status.getTunnelsList().forEach(tunnel -> json(tunnels.addObject(), tunnel));
    ArrayNode switches = root.putArray("switches");
    status.getSwitchesList().forEach(one -> switches.addObject().put("site", one.getSite()).put("rules", one.getRules())
        .put("queued", one.getQueued()).put("groups", one.getGroups()).put("problem", one.getProblem()));
    return root;
  }

  private static void json(ObjectNode json, TunnelStatus tunnel) {
    json.put("id", id(tunnel));
    tunnel.getPath().getSitesList().forEach(json.putArray("path")::add);
    json.put("verified", tunnel.hasVerified() ? tunnel.getVerified() : null);
    json.put("up", tunnel.getUp());
    json.put("route", tunnel.hasLabel() ? "rules" : "overlay");
    json.put("label", tunnel.hasLabel() ? tunnel.getLabel() : null);
    json.put("address", tunnel.getAddress().isEmpty() ? null : tunnel.getAddress());
    json.put("problem", tunnel.getProblem());
    ArrayNode marks = json.putArray("marks");
    tunnel.getMarksList().forEach(mark -> marks.addObject().put("sent", mark.getSent()).put("arrived", mark.getArrived()));
    json.put("classes", ClassMessages.of(tunnel.getMarksList(), tunnel.getClasses()).queues().name().toLowerCase(Locale.ROOT));
  }

  private static String id(TunnelStatus tunnel) {
    return String.join(WanNotation.SEPARATOR, tunnel.getPath().getSitesList());
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
