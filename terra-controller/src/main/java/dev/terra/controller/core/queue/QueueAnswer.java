package dev.terra.controller.core.queue;

import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import java.util.Optional;

/**
 * The answer to a request for an application's queue.
 *
 * @param owner the queue and the user that YARN has for the application; empty if YARN has no such application, or did not answer
 * @param name the name that the application's runs have in common, or its own; empty if YARN returns none
 * @param failure why YARN did not answer, if so
 */
public record QueueAnswer(Optional<Owner> owner, String name, Optional<String> failure) {
  /** Returns the answer that YARN runs the application in this queue, for this user. */
  public static QueueAnswer placed(Owner owner) {
    return placed(owner, "");
  }

  /** Returns the answer that YARN runs the application in this queue, for this user, under this name. */
  public static QueueAnswer placed(Owner owner, String name) {
    return new QueueAnswer(Optional.of(owner), name, Optional.empty());
  }

  /** Returns the answer that YARN has no application with this id. */
  public static QueueAnswer unknown() {
    return new QueueAnswer(Optional.empty(), "", Optional.empty());
  }

  /** Returns the answer that no ResourceManager has responded. */
  public static QueueAnswer failed(String why) {
    return new QueueAnswer(Optional.empty(), "", Optional.of(why));
  }
}
