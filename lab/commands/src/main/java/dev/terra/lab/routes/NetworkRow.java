package dev.terra.lab.routes;

import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.Labelled;
import java.util.Arrays;
import java.util.List;

/** The rows of {@code ./terra verify network}. */
public enum NetworkRow implements Labelled {
  /** Every tunnel takes its path. */
  PATHS,
  /** Without aggregation there are more rules, but not too many. */
  AGGREGATION,
  /** A link is cut and comes back. */
  CUT,
  /** A link is cut while no controller reaches the switches. */
  FAILOVER,
  /** ONOS is killed and restarted. */
  ONOS_DOWN,
  /** A rule is removed from a switch by hand. */
  RULE_DELETED,
  /** Another program has rules in the switches. */
  OTHERS_RULES,
  /** ONOS does not accept the controller's user. */
  BAD_CREDENTIALS,
  /** ONOS has no switch of the id that a site's switch is given in the controller's file. */
  UNKNOWN_DEVICE,
  /** Switches refuse some rules. */
  REFUSED_RULE,
  /** A switch has no room for all rules. */
  FULL_TABLE;

  /** Returns whether the row can be checked on a network of this kind. */
  public boolean isAbout(LabNetwork network) {
    return network == LabNetwork.SDWAN || this == PATHS || (this == CUT && network == LabNetwork.POLICY_ROUTING);
  }

  /** Returns the labels of the rows that can be checked on a network of this kind. */
  public static List<String> labels(LabNetwork network) {
    return Arrays.stream(values()).filter(row -> row.isAbout(network)).map(NetworkRow::label).toList();
  }
}
