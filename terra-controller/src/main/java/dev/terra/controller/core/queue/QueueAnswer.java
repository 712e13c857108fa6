package dev.terra.controller.core.queue;

import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Optional;

/**
 * What came of a question for an application's queue.
 *
 * @param owner the queue and the user that YARN has for it; empty if YARN has no such application, or did not answer
 * @param name the name that its runs have in common, or its own; empty where YARN says none
 * @param failure why YARN did not answer, if so
 */
public record QueueAnswer(Optional<Owner> owner, String name, Optional<String> failure) {
  /** YARN runs the application in this queue, for this user. */
  public static QueueAnswer placed(Owner owner) {
    return placed(owner, "");
  }

  /** YARN runs the application in this queue, for this user, under this name. */
  public static QueueAnswer placed(Owner owner, String name) {
    return new QueueAnswer(Optional.of(owner), name, Optional.empty());
  }

  /** YARN has no application of this id. */
  public static QueueAnswer unknown() {
    return new QueueAnswer(Optional.empty(), "", Optional.empty());
  }

  /** No ResourceManager has answered. */
  public static QueueAnswer failed(String why) {
    return new QueueAnswer(Optional.empty(), "", Optional.of(why));
  }
}
