package dev.terra.rest.action;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One action of an operator. */
@Doc("An action of an operator.")
public record ActionRow(
    @Doc("The action's id, such as a7.") String id,
    @Doc("When the controller did it.") Instant at,
    @Doc("The kind of action, such as drain-link.") String kind,
    @Doc("The link, site, path, shuffle, job or queue that it changed.") String target,
    @Doc("Who requested it.") String by,
    @Doc(value = "The operator's reason.", nullable = true) @Nullable String reason,
    @Doc("The values that it changed, before the action.") Map<String, String> before,
    @Doc("The same values after the action.") Map<String, String> after,
    @Doc("Whether it is still in force.") boolean inForce,
    @Doc(value = "The request that takes it back; null if it cannot be taken back.", nullable = true) @Nullable UndoRow undo,
    @Doc("The epoch of the last schedule that agents had received when this answer was sent.") long epoch,
    @Doc(value = "The time from the request until agents had received the next schedule; null in lists.", nullable = true)
        @Nullable Double tookMillis) {

  /** The request that undoes an action. */
  @Doc("The request that takes an action back.")
  public record UndoRow(@Doc("Its method.") String method, @Doc("Its path.") String path) {}
}
