package dev.terra.rest.action;

import dev.terra.rest.api.Doc;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One action of an operator. */
@Doc("Something that an operator had the controller do.")
public record ActionRow(
    @Doc("Such as a7.") String id,
    @Doc("When.") Instant at,
    @Doc("Such as drain-link.") String kind,
    @Doc("The link, site, path, shuffle, job or queue.") String target,
    @Doc("Who wanted it.") String by,
    @Doc(value = "Why, in the operator's words.", nullable = true) @Nullable String reason,
    @Doc("What it changed, as it was.") Map<String, String> before,
    @Doc("The same afterwards.") Map<String, String> after,
    @Doc("Whether it still holds.") boolean inForce,
    @Doc(value = "How to take it back; null if that cannot be.", nullable = true) @Nullable UndoRow undo,
    @Doc("The last schedule that agents had when this was answered.") long epoch,
    @Doc(value = "From the request until agents had the schedule that follows; null in lists.", nullable = true)
        @Nullable Double tookMillis) {

  /** The request that undoes an action. */
  @Doc("The request that takes an action back.")
  public record UndoRow(@Doc("Its method.") String method, @Doc("Its path.") String path) {}
}
