package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableBiMap;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.ClassQueues;
import dev.terra.network.rules.Detour;
import dev.terra.network.rules.Hop;
import dev.terra.network.rules.Role;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.TunnelPorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fuzz target: any bytes as ONOS's answer about its rules. A rule that is taken for one of Terra's must be written with the same priority,
 * and a group with the same cookie.
 */
public final class OnosAnswersFuzz {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final SiteId C = new SiteId("C");
  private static final Switches SWITCHES = Switches.of(Map.of(
      A, new Switches.Place("of:1", "9", "10.0.0.1", Optional.empty(), ImmutableMap.of(B, "2", C, "3")),
      B, new Switches.Place("of:2", "9", "10.0.0.2", Optional.of("00:00:00:00:00:01"), ImmutableMap.of(A, "1"))));
  private static final Hop AROUND = new Hop(B, ImmutableList.of(new Detour(C, 1, false)));
  private static final GroupCodec GROUPS = new GroupCodec(SWITCHES, "terra");
  private static final FlowCodec CODEC = new FlowCodec(SWITCHES, new TunnelPorts(TunnelPorts.DEFAULT_FIRST),
      new InstalledGroups(ImmutableMap.of(A, ImmutableBiMap.of(AROUND, GROUPS.id(A, AROUND)))), new ClassQueues(18, 2, 1));

  private OnosAnswersFuzz() {}

  /** Returns seeds: rules of each kind, as Terra sends them. */
  public static List<byte[]> seeds() {
    return List.of(seed(new RuleMatch(Optional.of(A), B, Role.TO_LISTENER, 3, TunnelPorts.LABEL_MASK), AROUND),
        seed(new RuleMatch(Optional.of(A), B, Role.TO_OPENER, 3, TunnelPorts.LABEL_MASK), Hop.plain(B)),
        seed(new RuleMatch(Optional.empty(), B, Role.EITHER, 0, 0), Hop.plain(B)),
        seed(new RuleMatch(Optional.of(A), B, Role.INTERACTIVE, 32, 48), Hop.plain(B)), seed(RuleMatch.onDetour(B, 1), Hop.plain(B)),
        GROUPS.encode(A, AROUND).toString().getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] seed(RuleMatch match, Hop hop) {
    return CODEC.encode(A, match, hop).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Reads the input as a rule and as a group, either of which may or may not be one of Terra's. */
  public static void fuzzerTestOneInput(byte[] input) {
    JsonNode node;
    try {
      node = JSON.readTree(input);
    } catch (IOException e) {
      // The input is not JSON.
      return;
    }
    if (node == null) {
      return;
    }
    OnosFlow flow = new OnosFlow(node.path("deviceId").asText(), node.path("id").asText(), node.path("state").asText(),
        node.path("packets").asLong(), node.path("bytes").asLong(), node);
    CODEC.decode(flow).ifPresent(rule -> {
      JsonNode written = CODEC.encode(rule.site(), rule.match(), rule.hop());
      if (written.path("priority").asInt() != node.path("priority").asInt()) {
        throw new AssertionError(node + " is read as " + written);
      }
    });
    group(node);
  }

  private static void group(JsonNode node) {
    OnosGroup group = new OnosGroup("of:1", node.path("groupId").asLong(), node.path("appCookie").asText(), "ADDED", node);
    Optional<Hop> hop = GROUPS.isOurs(group) ? GROUPS.decode(A, group) : Optional.empty();
    if (hop.isPresent() && !GROUPS.encode(A, hop.get()).path("appCookie").asText().equalsIgnoreCase(group.cookie())) {
      throw new AssertionError(node + " is read as " + hop);
    }
  }
}
