package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A group that ONOS has, of any application.
 *
 * @param device where it belongs
 * @param id by which rules point to it
 * @param cookie that its maker gave it, {@code 0x} and hexadecimal digits; no two groups of a device have the same
 * @param state such as {@code ADDED}, {@code PENDING_ADD}, {@code PENDING_DELETE}
 * @param body all that ONOS says of it
 */
public record OnosGroup(String device, long id, String cookie, String state, JsonNode body) {
  /** Whether the switch is known to have it. */
  boolean isAdded() {
    return state.equals("ADDED");
  }

  /** Whether it is on its way out. */
  boolean isLeaving() {
    return state.equals("PENDING_DELETE");
  }
}
