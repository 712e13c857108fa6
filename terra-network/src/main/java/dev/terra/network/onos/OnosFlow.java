package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A rule that ONOS has, of any application.
 *
 * @param device where it belongs
 * @param id ONOS's number of it
 * @param state such as {@code ADDED}, {@code PENDING_ADD}, {@code FAILED}
 * @param packets that it has matched
 * @param bytes of these
 * @param body all that ONOS says of it
 */
public record OnosFlow(String device, String id, String state, long packets, long bytes, JsonNode body) {
  /** Whether the switch has said no to it. */
  public boolean isRefused() {
    return state.equals("FAILED") || state.equals("REMOVED");
  }

  /** Whether the switch is known to have it. */
  public boolean isAdded() {
    return state.equals("ADDED");
  }

  /** Whether it is on its way out. */
  public boolean isLeaving() {
    return state.equals("PENDING_REMOVE");
  }
}
