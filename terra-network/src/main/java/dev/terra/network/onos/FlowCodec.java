package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.ClassQueues;
import dev.terra.network.rules.Hop;
import dev.terra.network.rules.Role;
import dev.terra.network.rules.RuleMatch;
import dev.terra.network.rules.TunnelPorts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts rules to and from ONOS's notation, and recognises the rules of tunnels among those of ONOS. */
public final class FlowCodec {
  /**
   * The priority above which rules of tunnels are. Other applications install their rules with at most 40,000, so that rules of tunnels
   * take precedence.
   */
  static final int BASE_PRIORITY = 40_000;
  private static final int TCP = 6;
  private static final String IPV4 = "0x0800";
  private static final String TYPE = "type";
  private static final String TCP_PORT = "tcpPort";
  private static final String TCP_MASK = "tcpMask";
  private static final String OUTPUT = "OUTPUT";
  private static final String GROUP = "GROUP";
  private static final String GROUP_ID = "groupId";
  private static final String QUEUE = "QUEUE";
  private static final String QUEUE_ID = "queueId";
  private static final String MARK = "IP_DSCP";

  private final Switches switches;
  private final TunnelPorts ports;
  private final InstalledGroups groups;
  private final @Nullable ClassQueues queues;

  /**
   * Creates a codec for switches whose ports are known, with the groups to which rules may point.
   *
   * @param queues the queues to which packets are sent; null for none
   */
  public FlowCodec(Switches switches, TunnelPorts ports, InstalledGroups groups, @Nullable ClassQueues queues) {
    this.switches = switches;
    this.ports = ports;
    this.groups = groups;
    this.queues = queues;
  }

  /**
   * A rule of tunnels that ONOS has.
   *
   * @param queue whether the rule sends packets to the right queue
   */
  public record Installed(SiteId site, RuleMatch match, Hop hop, OnosFlow flow, Queue queue) {}

  /** The queue to which a rule sends packets. */
  public enum Queue {
    /** The rule sends packets to no queue, as it should. */
    NONE,
    /** The rule sends packets to the queue to which it should. */
    RIGHT,
    /** The rule sends packets to another queue, or wrongly to none. */
    WRONG
  }

  /**
   * Returns a rule in ONOS's notation.
   *
   * @throws IllegalArgumentException if the port to the next site is not known, or the switch has no group with the hop's detours
   */
  public ObjectNode encode(SiteId site, RuleMatch match, Hop hop) {
    SiteId next = hop.next();
    String port = switches.port(site, next).orElseThrow(() -> new IllegalArgumentException("no port of the switch of " + site + " ("
        + switches.place(site).device() + ") is known to lead to " + next + ": ONOS shows no link, and network.sites." + site
        + ".ports names none"));
    ObjectNode flow = JsonNodeFactory.instance.objectNode();
    flow.put("priority", BASE_PRIORITY + match.rank()).put("timeout", 0).put("isPermanent", true)
        .put("deviceId", switches.place(site).device());
    ArrayNode instructions = flow.putObject("treatment").putArray("instructions");
    if (site.equals(next)) {
      switches.place(site).mac().ifPresent(mac ->
          instructions.addObject().put(TYPE, "L2MODIFICATION").put("subtype", "ETH_DST").put("mac", mac));
    }
    Integer queue = queue(site, match, hop);
    if (queue != null) {
      instructions.addObject().put(TYPE, QUEUE).put(QUEUE_ID, queue).put("port", port);
    }
    if (hop.isPlain()) {
      instructions.addObject().put(TYPE, OUTPUT).put("port", port);
    } else {
      instructions.addObject().put(TYPE, GROUP).put(GROUP_ID, groups.id(site, hop)
          .orElseThrow(() -> new IllegalArgumentException("the switch of " + site + " has no group for " + hop)));
    }
    criteria(match).forEach(flow.putObject("selector").putArray("criteria")::add);
    return flow;
  }

  /**
   * Returns the queue of a rule, or null. Packets that a tunnel's opener sends are bulk, and packets to the opener are interactive; in
   * rules for both directions, marks distinguish them. Packets to a host have no queue.
   */
  private @Nullable Integer queue(SiteId site, RuleMatch match, Hop hop) {
    if (queues == null || site.equals(hop.next())) {
      return null;
    }
    return match.role() == Role.TO_OPENER || match.role() == Role.INTERACTIVE ? queues.interactive() : queues.bulk();
  }

  private List<ObjectNode> criteria(RuleMatch match) {
    List<ObjectNode> criteria = new ArrayList<>();
    criteria.add(criterion("ETH_TYPE").put("ethType", IPV4));
    if (match.role() == Role.INTERACTIVE) {
      criteria.add(criterion(MARK).put("ipDscp", mark()));
    }
    if (match.role() == Role.DETOUR) {
      criteria.add(criterion(DetourMark.CRITERION).put("mac", DetourMark.of(match.value())));
    }
    match.from().ifPresent(from -> criteria.add(criterion("IPV4_SRC").put("ip", address(from) + "/32")));
    criteria.add(criterion("IPV4_DST").put("ip", address(match.to()) + "/32"));
    criteria.add(criterion("IP_PROTO").put("protocol", TCP));
    switch (match.role()) {
      case TO_LISTENER -> criteria.add(criterion("TCP_DST").put(TCP_PORT, ports.listening(match.value())));
      case TO_OPENER -> criteria.add(criterion("TCP_SRC").put(TCP_PORT, ports.listening(match.value())));
      case DETOUR -> { }
      case EITHER, INTERACTIVE -> {
        if (match.mask() != 0) {
          criteria.add(criterion("TCP_DST_MASKED").put(TCP_PORT, match.value()).put(TCP_MASK, match.mask()));
        }
      }
    }
    return criteria;
  }

  private int mark() {
    if (queues == null) {
      throw new IllegalArgumentException("a rule for interactive packets, and no mark of these");
    }
    return queues.mark();
  }

  private static ObjectNode criterion(String type) {
    return JsonNodeFactory.instance.objectNode().put(TYPE, type);
  }

  private String address(SiteId site) {
    return switches.place(site).address();
  }

  /** Returns the rule of tunnels that a rule of ONOS is; empty if it cannot have been made for these switches and ports. */
  public Optional<Installed> decode(OnosFlow flow) {
    return switches.siteOf(flow.device()).flatMap(site -> match(flow)
        .filter(match -> flow.body().path("priority").asInt() == BASE_PRIORITY + match.rank())
        .flatMap(match -> hop(site, flow).map(hop -> installed(site, match, hop, flow))));
  }

  private Installed installed(SiteId site, RuleMatch match, Hop hop, OnosFlow flow) {
    Integer queue = null;
    for (JsonNode instruction : flow.body().path("treatment").path("instructions")) {
      queue = instruction.path(TYPE).asText().equals(QUEUE) ? Integer.valueOf(instruction.path(QUEUE_ID).asInt()) : queue;
    }
    boolean isRight = Objects.equals(queue, queue(site, match, hop));
    return new Installed(site, match, hop, flow, !isRight ? Queue.WRONG : queue == null ? Queue.NONE : Queue.RIGHT);
  }

  private Optional<Hop> hop(SiteId site, OnosFlow flow) {
    List<Optional<Hop>> hops = new ArrayList<>();
    for (JsonNode instruction : flow.body().path("treatment").path("instructions")) {
      switch (instruction.path(TYPE).asText()) {
        case OUTPUT -> hops.add(switches.next(site, instruction.path("port").asText()).map(Hop::plain));
        case GROUP -> hops.add(groups.hop(site, instruction.path(GROUP_ID).asLong()));
        default -> { }
      }
    }
    return hops.size() == 1 ? hops.get(0) : Optional.empty();
  }

  /** Returns the numbers of the groups to which a rule points. */
  static Set<Long> groups(OnosFlow flow) {
    Set<Long> ids = new HashSet<>();
    flow.body().path("treatment").path("instructions").forEach(instruction -> {
      if (instruction.path(TYPE).asText().equals(GROUP)) {
        ids.add(instruction.path(GROUP_ID).asLong());
      }
    });
    return ids;
  }

  private Optional<RuleMatch> match(OnosFlow flow) {
    Map<String, JsonNode> criteria = new HashMap<>();
    flow.body().path("selector").path("criteria").forEach(one -> criteria.put(one.path(TYPE).asText(), one));
    Optional<SiteId> to = Optional.ofNullable(criteria.get("IPV4_DST")).flatMap(this::site);
    Optional<SiteId> from = Optional.ofNullable(criteria.get("IPV4_SRC")).flatMap(this::site);
    if (to.isEmpty() || from.isPresent() != criteria.containsKey("IPV4_SRC")) {
      return Optional.empty();
    }
    try {
      RuleMatch match = match(from.orElse(null), to.get(), criteria);
      return criteria(match).size() == criteria.size() ? Optional.of(match) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private RuleMatch match(@Nullable SiteId source, SiteId to, Map<String, JsonNode> criteria) {
    Optional<SiteId> from = Optional.ofNullable(source);
    if (criteria.containsKey(DetourMark.CRITERION)) {
      return RuleMatch.onDetour(to, DetourMark.tree(criteria.get(DetourMark.CRITERION).path("mac").asText()));
    }
    if (criteria.containsKey("TCP_DST")) {
      return new RuleMatch(from, to, Role.TO_LISTENER, label(criteria.get("TCP_DST")), TunnelPorts.LABEL_MASK);
    }
    if (criteria.containsKey("TCP_SRC")) {
      return new RuleMatch(from, to, Role.TO_OPENER, label(criteria.get("TCP_SRC")), TunnelPorts.LABEL_MASK);
    }
    JsonNode masked = criteria.get("TCP_DST_MASKED");
    JsonNode mark = criteria.get(MARK);
    if (mark != null && mark.path("ipDscp").asInt() != mark()) {
      throw new IllegalArgumentException("a rule for packets of another mark");
    }
    Role role = mark == null ? Role.EITHER : Role.INTERACTIVE;
    return masked == null ? new RuleMatch(from, to, role, 0, 0)
        : new RuleMatch(from, to, role, masked.path(TCP_PORT).asInt(), masked.path(TCP_MASK).asInt());
  }

  private int label(JsonNode criterion) {
    return criterion.path(TCP_PORT).asInt() - ports.first();
  }

  private Optional<SiteId> site(JsonNode criterion) {
    String ip = criterion.path("ip").asText();
    return ip.endsWith("/32") ? switches.siteOfAddress(ip.substring(0, ip.length() - "/32".length())) : Optional.empty();
  }
}
