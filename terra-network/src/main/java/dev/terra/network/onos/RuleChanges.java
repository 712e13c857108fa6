package dev.terra.network.onos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Hop;
import dev.terra.network.rules.RuleMatch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Sends changes of rules to ONOS, in the order in which they may take effect: additions by falling rank, removals by rising rank (see
 * {@link dev.terra.network.rules.TableChange}). If ONOS refuses a request, its rules are sent again in smaller parts, to find the rules
 * that ONOS refuses. An instance is used for one pass.
 */
final class RuleChanges {
  /** The most requests that one pass spends on the search for refused rules. After these, all remaining rules count as refused. */
  private static final int MAX_PARTS = 64;

  private final OnosClient client;
  private final FlowCodec codec;
  private final Map<Rule, String> refused = new HashMap<>();
  private int parts;

  /** A rule that is wanted at a switch. */
  record Rule(SiteId site, RuleMatch match, Hop hop) {}

  RuleChanges(OnosClient client, FlowCodec codec) {
    this.client = client;
    this.codec = codec;
  }

  /** Returns the rules that were refused so far, with the reasons. */
  Map<Rule, String> refused() {
    return refused;
  }

  /** Returns why a rule was refused; empty if it was not. */
  Optional<String> refused(SiteId site, RuleMatch match) {
    return refused.entrySet().stream().filter(rule -> rule.getKey().site.equals(site) && rule.getKey().match.equals(match))
        .map(Map.Entry::getValue).findFirst();
  }

  void add(List<Rule> rules) throws OnosException {
    TreeMap<Integer, List<Rule>> byRank = new TreeMap<>();
    rules.forEach(rule -> byRank.computeIfAbsent(rule.match.rank(), rank -> new ArrayList<>()).add(rule));
    for (List<Rule> ofRank : byRank.descendingMap().values()) {
      addTogether(ofRank);
    }
  }

  private void addTogether(List<Rule> rules) throws OnosException {
    Map<Rule, ObjectNode> flows = new HashMap<>();
    for (Rule rule : rules) {
      try {
        flows.put(rule, codec.encode(rule.site, rule.match, rule.hop));
      } catch (IllegalArgumentException e) {
        refused.put(rule, Failures.inWords(e));
      }
    }
    if (flows.isEmpty()) {
      return;
    }
    try {
      client.add(flows.values());
    } catch (OnosException e) {
      if (e.kind() != OnosException.Kind.UNKNOWN && e.kind() != OnosException.Kind.REFUSED) {
        throw e;
      }
      apart(new ArrayList<>(flows.keySet()), Failures.inWords(e));
    }
  }

  private void apart(List<Rule> rules, String why) throws OnosException {
    Collection<List<Rule>> bySite = rules.stream().collect(Collectors.groupingBy(rule -> rule.site)).values();
    if (rules.size() == 1 || ++parts > MAX_PARTS) {
      rules.forEach(rule -> refused.put(rule, why));
    } else if (bySite.size() > 1) {
      for (List<Rule> ofSite : bySite) {
        addTogether(ofSite);
      }
    } else {
      addTogether(rules.subList(0, rules.size() / 2));
      addTogether(rules.subList(rules.size() / 2, rules.size()));
    }
  }

  void remove(List<FlowCodec.Installed> rules, List<OnosFlow> strays) throws OnosException {
    TreeMap<Integer, List<OnosFlow>> byRank = rules.stream().collect(Collectors.groupingBy(
        rule -> rule.match().rank(), TreeMap::new, Collectors.mapping(FlowCodec.Installed::flow, Collectors.toList())));
    for (List<OnosFlow> ofRank : byRank.values()) {
      client.remove(ofRank);
    }
    if (!strays.isEmpty()) {
      client.remove(strays);
    }
  }
}
