package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A group that ONOS has, of any application.
 *
 * @param device the switch to which the group belongs
 * @param id the number by which rules point to the group
 * @param cookie the cookie that the group's maker gave to it, {@code 0x} and hexadecimal digits; no two groups of a device have the
 *     same cookie
 * @param state the group's state, such as {@code ADDED}, {@code PENDING_ADD}, {@code PENDING_DELETE}
 * @param body all fields of the group in ONOS's answer
 */
public record OnosGroup(String device, long id, String cookie, String state, JsonNode body) {
  /** Returns whether ONOS has confirmed that the switch has the group. */
  boolean isAdded() {
    return state.equals("ADDED");
  }

  /** Returns whether the group is being removed. */
  boolean isLeaving() {
    return state.equals("PENDING_DELETE");
  }
}
