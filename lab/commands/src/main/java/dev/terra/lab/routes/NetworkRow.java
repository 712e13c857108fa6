package dev.terra.lab.routes;

import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Labelled;
import java.util.Arrays;
import java.util.List;

/** What {@code ./terra verify network} looks at. */
public enum NetworkRow implements Labelled {
  /** Every tunnel takes its path. */
  PATHS,
  /** Without aggregation there are more rules, and still not too many. */
  AGGREGATION,
  /** A link is cut and comes back. */
  CUT,
  /** A link is cut while no controller reaches the switches. */
  FAILOVER,
  /** ONOS is killed and started again. */
  ONOS_DOWN,
  /** A rule is taken out of a switch by hand. */
  RULE_DELETED,
  /** Another program has rules in the switches. */
  OTHERS_RULES,
  /** ONOS does not know the controller's user. */
  BAD_CREDENTIALS,
  /** ONOS does not know the switch of a site. */
  UNKNOWN_DEVICE,
  /** Switches refuse some rules. */
  REFUSED_RULE,
  /** A switch has no room for all rules. */
  FULL_TABLE;

  /** Whether it can be looked at on such a network. */
  public boolean isAbout(LabNetwork network) {
    return network == LabNetwork.SDWAN || this == PATHS || (this == CUT && network == LabNetwork.POLICY_ROUTING);
  }

  /** The labels of those that can be looked at on such a network. */
  public static List<String> labels(LabNetwork network) {
    return Arrays.stream(values()).filter(row -> row.isAbout(network)).map(NetworkRow::label).toList();
  }
}
