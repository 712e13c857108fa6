package dev.terra.lab.routes;

import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.SiteNet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of tunnels in the switches, read from the switches themselves. */
final class SwitchRules {
  /** The least priority of tunnels' rules. Default routes have lower priorities. */
  private static final int LEAST_PRIORITY = 40_000;
  /** The cookie of rules that are not ONOS's. ONOS's rules have another cookie. */
  private static final String NO_COOKIE = "0x0";
  private static final Pattern RULE = Pattern.compile("cookie=(0x[0-9a-f]+),.* (priority=(\\d+),[^ ]* actions=.*)$");

  /** Matches the packets of a group's buckets but the first, number 0, which is the path itself. */
  private static final Pattern DETOURED = Pattern.compile("bucket[1-9]:packet_count=(\\d+)");

  private final SwitchControl switches;
  private final AddressPlan addresses;

  SwitchRules(SwitchControl switches, AddressPlan addresses) {
    this.switches = switches;
    this.addresses = addresses;
  }

  /** Returns match and actions of every rule, by site. */
  Map<String, Set<String>> all() {
    Map<String, Set<String>> bySite = new LinkedHashMap<>();
    for (SiteNet site : addresses.sites()) {
      bySite.put(site.site().name(), matches(site).filter(SwitchRules::isOfTunnels).map(rule -> rule.group(2)).collect(Collectors.toSet()));
    }
    return bySite;
  }

  private Stream<Matcher> matches(SiteNet site) {
    return switches.openFlow(site.site(), "dump-flows").lines().map(RULE::matcher).filter(Matcher::find);
  }

  private static boolean isOfTunnels(Matcher rule) {
    return Integer.parseInt(rule.group(3)) >= LEAST_PRIORITY && !rule.group(1).equals(NO_COOKIE);
  }

  int count() {
    return all().values().stream().mapToInt(Set::size).sum();
  }

  int most() {
    return all().values().stream().mapToInt(Set::size).max().orElse(0);
  }

  int mostGroups() {
    return addresses.sites().stream().mapToInt(site ->
        (int) switches.openFlow(site.site(), "dump-groups").lines().filter(line -> line.contains("type=ff")).count()).max().orElse(0);
  }

  /** Returns how many packets groups have sent to another site than the next one of their path. */
  long detoured() {
    return addresses.sites().stream().map(site -> switches.openFlow(site.site(), "dump-group-stats"))
        .flatMap(text -> DETOURED.matcher(text).results()).mapToLong(count -> Long.parseLong(count.group(1))).sum();
  }

  /** Removes a tunnel's rule from a site's switch, as an operator might do by hand. Returns its match and actions. */
  String deleteOne(SiteNet site) {
    Matcher rule = matches(site).filter(SwitchRules::isOfTunnels).findFirst()
        .orElseThrow(() -> new IllegalStateException("the switch of " + site.site() + " has no rule of tunnels"));
    switches.openFlow(site.site(), "del-flows", "cookie=" + rule.group(1) + "/-1");
    return rule.group(2);
  }
}
