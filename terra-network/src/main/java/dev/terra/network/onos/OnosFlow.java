package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A rule that ONOS has, of any application.
 *
 * @param device the switch to which the rule belongs
 * @param id ONOS's number of the rule
 * @param state the rule's state, such as {@code ADDED}, {@code PENDING_ADD}, {@code FAILED}
 * @param packets the packets that the rule has matched
 * @param bytes the bytes of these packets
 * @param body all fields of the rule in ONOS's answer
 */
public record OnosFlow(String device, String id, String state, long packets, long bytes, JsonNode body) {
  /** Returns whether the switch has refused the rule. */
  public boolean isRefused() {
    return state.equals("FAILED") || state.equals("REMOVED");
  }

  /** Returns whether ONOS has confirmed that the switch has the rule. */
  public boolean isAdded() {
    return state.equals("ADDED");
  }

  /** Returns whether the rule is being removed. */
  public boolean isLeaving() {
    return state.equals("PENDING_REMOVE");
  }
}
