package dev.terra.api.shuffle;

import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.core.shuffle.ReaderOrder;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Optional;

/** Converts descriptors of shuffles to and from messages. */
public final class ShuffleDescriptions {
  private ShuffleDescriptions() {}

  /**
   * Reads a description.
   *
   * @throws IllegalArgumentException if a name is too long or the order is not known
   */
  public static ShuffleDescriptor of(ShuffleDescription message) {
    return new ShuffleDescriptor(new ShuffleId(message.getShuffle()), Optional.of(message.getGroup()).filter(group -> !group.isEmpty()),
        order(message), message.getBroadcast(), new Owner(message.getQueue(), message.getUser()), message.getObserved());
  }

  private static ReaderOrder order(ShuffleDescription message) {
    return switch (message.getOrder()) {
      case IN_TURN -> ReaderOrder.IN_TURN;
      case IN_ORDER -> ReaderOrder.IN_ORDER;
      case READERS_ORDER_UNSPECIFIED, UNRECOGNIZED -> throw new IllegalArgumentException(
          "shuffle " + message.getShuffle() + ": expected an order of its readers, got number " + message.getOrderValue());
    };
  }

  /** Writes a description. */
  public static ShuffleDescription toMessage(ShuffleDescriptor descriptor) {
    return ShuffleDescription.newBuilder().setShuffle(descriptor.id().value()).setGroup(descriptor.group().orElse(""))
        .setOrder(descriptor.order() == ReaderOrder.IN_ORDER ? ReadersOrder.IN_ORDER : ReadersOrder.IN_TURN)
        .setBroadcast(descriptor.broadcast()).setQueue(descriptor.owner().queue()).setUser(descriptor.owner().user())
        .setObserved(descriptor.observed()).build();
  }
}
