package dev.terra.testbed.onos;

import com.google.common.collect.ImmutableListMultimap;
import com.google.common.collect.Multimaps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.onosproject.core.ApplicationId;
import org.onosproject.net.DeviceId;
import org.onosproject.net.flow.DefaultFlowEntry;
import org.onosproject.net.flow.FlowEntry;
import org.onosproject.net.flow.FlowEntry.FlowEntryState;
import org.onosproject.net.flow.FlowId;
import org.onosproject.net.flow.FlowRule;
import org.onosproject.net.flow.FlowRuleServiceAdapter;
import org.onosproject.net.flow.StoredFlowEntry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ONOS's rules in Open vSwitch. As in ONOS, a rule is pending until the switch's statistics name it, one that the switch refuses stays
 * pending, one that ONOS knows nothing of is taken out with the next poll, and all that it knows is in memory. Unlike ONOS it reads the
 * switch whenever rules are asked for, and sets none again that is missing: the client that wants it there has to.
 */
final class OvsFlowRules extends FlowRuleServiceAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(OvsFlowRules.class);
  private static final Pattern FLOW = Pattern.compile("cookie=0x([0-9a-f]+), duration=(\\d+)[^,]*, .*n_packets=(\\d+), n_bytes=(\\d+)");

  /** What several who ask at once share. */
  private static final long FRESH_NANOS = 50_000_000;

  private final OvsPrograms programs;
  private final Bridges bridges;
  private final Refusals refusals;
  private final long foreignCookie;
  private final Map<DeviceId, Map<FlowId, StoredFlowEntry>> store = new ConcurrentHashMap<>();
  private final Map<DeviceId, Long> readNanos = new HashMap<>();

  /** A rule that a switch has. */
  private record Seen(long seconds, long packets, long bytes) {}

  /** Rules with the foreign cookie belong to other programs, and are left alone; so are those without one. */
  OvsFlowRules(OvsPrograms programs, Bridges bridges, Refusals refusals, long foreignCookie) {
    this.programs = programs;
    this.bridges = bridges;
    this.refusals = refusals;
    this.foreignCookie = foreignCookie;
  }

  private Map<FlowId, StoredFlowEntry> entries(DeviceId device) {
    return store.computeIfAbsent(device, key -> new ConcurrentHashMap<>());
  }

  @Override
  public synchronized void applyFlowRules(FlowRule... rules) {
    readNanos.clear();
    for (FlowRule rule : rules) {
      entries(rule.deviceId()).put(rule.id(), new DefaultFlowEntry(rule, FlowEntryState.PENDING_ADD));
    }
    byDevice(rules).asMap().forEach((device, all) -> install(device, List.copyOf(all)));
  }

  private static ImmutableListMultimap<DeviceId, FlowRule> byDevice(FlowRule... rules) {
    return Multimaps.index(Arrays.asList(rules), FlowRule::deviceId);
  }

  /** At once if the switch takes all of them; else one by one, as it drops the rest of a batch with the first that it refuses. */
  private void install(DeviceId device, List<? extends FlowRule> rules) {
    String bridge = bridges.bridge(device).orElse(null);
    if (bridge == null) {
      LOG.warn("no switch is {}: {} rules stay pending", device, rules.size());
      return;
    }
    List<String> lines = rules.stream().map(FlowText::of).filter(refusals::permits).toList();
    String all = String.join("\n", lines) + "\n";
    if (!lines.isEmpty() && !programs.openFlow(bridge, all, "add-flows", "-").accepted()) {
      lines.forEach(line -> installOne(bridge, line));
    }
  }

  private void installOne(String bridge, String line) {
    OvsPrograms.Answer answer = programs.openFlow(bridge, line + "\n", "add-flows", "-");
    if (!answer.accepted()) {
      LOG.warn("{} refuses {}: {}", bridge, line, answer.output());
    }
  }

  @Override
  public synchronized void removeFlowRules(FlowRule... rules) {
    byDevice(rules).asMap().forEach((device, all) -> {
      List<FlowRule> gone = new ArrayList<>(all);
      gone.forEach(rule -> entries(device).remove(rule.id()));
      uninstall(device, gone.stream().map(FlowText::cookie).toList());
    });
  }

  private void uninstall(DeviceId device, List<String> cookies) {
    String lines = String.join("\n", cookies.stream().map(cookie -> "cookie=" + cookie + "/-1").toList()) + "\n";
    bridges.bridge(device).map(bridge -> programs.openFlow(bridge, lines, "del-flows", "-"))
        .filter(answer -> !answer.accepted()).ifPresent(answer -> LOG.warn("{}: {}", device, answer.output()));
  }

  @Override
  public synchronized void removeFlowRulesById(ApplicationId id) {
    List<FlowRule> rules = new ArrayList<>();
    getFlowEntriesById(id).forEach(rules::add);
    removeFlowRules(rules.toArray(FlowRule[]::new));
  }

  @Override
  public synchronized Iterable<FlowEntry> getFlowEntries(DeviceId device) {
    refresh(device);
    return List.copyOf(entries(device).values());
  }

  @Override
  public synchronized Iterable<FlowEntry> getFlowEntriesById(ApplicationId id) {
    store.keySet().forEach(this::refresh);
    List<FlowEntry> all = new ArrayList<>();
    store.values().forEach(entries -> entries.values().stream().filter(entry -> entry.appId() == id.id()).forEach(all::add));
    return all;
  }

  @Override
  public int getFlowRuleCount() {
    return store.values().stream().mapToInt(Map::size).sum();
  }

  /** Takes out of all switches what ONOS knows nothing of. */
  synchronized void poll() {
    bridges.devices().forEach(device -> {
      Map<FlowId, Seen> strays = compare(device);
      if (!strays.isEmpty()) {
        LOG.info("{}: {} rules that nobody asked for are taken out", device, strays.size());
        uninstall(device, strays.keySet().stream().map(id -> "0x" + Long.toHexString(id.value())).toList());
      }
    });
  }

  private void refresh(DeviceId device) {
    Long last = readNanos.get(device);
    if (last == null || System.nanoTime() - last > FRESH_NANOS) {
      compare(device);
    }
  }

  /** Reads what a switch has and sets the states of what it should have; gives what it has besides. */
  private Map<FlowId, Seen> compare(DeviceId device) {
    Map<FlowId, Seen> seen = seen(device);
    readNanos.put(device, System.nanoTime());
    for (StoredFlowEntry entry : entries(device).values()) {
      Seen now = seen.remove(entry.id());
      if (now == null) {
        entry.setState(FlowEntryState.PENDING_ADD);
      } else {
        update(entry, now);
      }
    }
    return seen;
  }

  private Map<FlowId, Seen> seen(DeviceId device) {
    Map<FlowId, Seen> flows = new HashMap<>();
    String text = bridges.bridge(device).map(bridge -> programs.openFlow(bridge, "", "dump-flows")).filter(OvsPrograms.Answer::accepted)
        .map(OvsPrograms.Answer::output).orElse("");
    text.lines().map(FLOW::matcher).filter(Matcher::find).forEach(flow -> flows.put(
        FlowId.valueOf(Long.parseUnsignedLong(flow.group(1), 16)),
        new Seen(Long.parseLong(flow.group(2)), Long.parseLong(flow.group(3)), Long.parseLong(flow.group(4)))));
    flows.remove(FlowId.valueOf(0));
    flows.remove(FlowId.valueOf(foreignCookie));
    return flows;
  }

  private static void update(StoredFlowEntry entry, Seen now) {
    entry.setState(FlowEntryState.ADDED);
    entry.setLife(now.seconds(), TimeUnit.SECONDS);
    entry.setPackets(now.packets());
    entry.setBytes(now.bytes());
    entry.setLastSeen();
  }
}
