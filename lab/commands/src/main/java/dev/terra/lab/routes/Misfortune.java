package dev.terra.lab.routes;

import dev.terra.testbed.plan.SiteNet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A condition that keeps rules from being installed from the controller's start on.
 *
 * @param row which row this is
 * @param happens causes the condition
 * @param ends removes the condition
 * @param blamed texts of which at least one must be in the controller's problems
 */
record Misfortune(NetworkRow row, Consumer<RoutesBed> happens, Consumer<RoutesBed> ends, List<String> blamed) {
  private static final String UNKNOWN_DEVICE = "of:00000000000000fe";
  /** The number of rules that still fit into a table before it is full. */
  private static final int ROOM = 3;

  /** Returns whether one of these problems contains one of the texts. */
  boolean isSaid(List<String> problems) {
    return problems.stream().anyMatch(problem -> blamed.stream().anyMatch(problem::contains));
  }

  static Misfortune badCredentials() {
    return new Misfortune(NetworkRow.BAD_CREDENTIALS,
        bed -> bed.switches().misinform(text -> text.replace("user: onos", "user: intruder")),
        bed -> bed.switches().misinform(text -> text), List.of("401", "credentials", "password"));
  }

  static Misfortune unknownDevice(SiteNet site) {
    return new Misfortune(NetworkRow.UNKNOWN_DEVICE,
        bed -> bed.switches().misinform(text -> text.replace(site.deviceId(), UNKNOWN_DEVICE)),
        bed -> bed.switches().misinform(text -> text), List.of(UNKNOWN_DEVICE));
  }

  static Misfortune refusedRule(SiteNet site) {
    return new Misfortune(NetworkRow.REFUSED_RULE,
        bed -> bed.switches().refuse(Optional.of("nw_dst=" + site.tunnelAddress() + "/")),
        bed -> bed.switches().refuse(Optional.empty()), List.of("of:"));
  }

  static Misfortune fullTable(SiteNet site) {
    return new Misfortune(NetworkRow.FULL_TABLE,
        bed -> bed.switches().limitRules(site.site(), OptionalInt.of(bed.switches().rules(site.site()) + ROOM)),
        bed -> bed.switches().limitRules(site.site(), OptionalInt.empty()), List.of(site.deviceId()));
  }
}
