package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tunnels' packets that a rule is for.
 *
 * @param from the site that they come from; empty: any
 * @param to the site that they go to
 * @param role where the label is looked for
 * @param value of the label's bits below the mask; the tree's number if the role is {@link Role#DETOUR}
 * @param mask of the bits that count, the upper ones; all of them unless the role is {@link Role#EITHER} or {@link Role#INTERACTIVE}
 */
public record RuleMatch(Optional<SiteId> from, SiteId to, Role role, int value, int mask) {
  /** Rules of one tunnel's direction come before all that stand for several. */
  private static final int ONE_TUNNEL = 100;
  /** And before these come the rules of packets that have left their tunnel's path already. */
  private static final int ON_DETOUR = 200;
  private static final int ONE_SOURCE = 8;
  /** Each rule that is for any packets has a twin for interactive ones, or none has. */
  private static final int INTERACTIVE = 16;

  /** Checks that the bits are a label's. */
  public RuleMatch {
    boolean isPrefix = mask == upperBits(Integer.bitCount(mask));
    if (!isPrefix || (value & ~mask) != 0 || (!role.isBothWays() && mask != TunnelPorts.LABEL_MASK)) {
      throw new IllegalArgumentException("expected upper bits of a label, got " + value + " under " + mask + " for " + role);
    }
  }

  /** The interactive ones of its packets; empty where they are no part of them, or all. */
  Optional<RuleMatch> twin() {
    return role == Role.EITHER ? Optional.of(new RuleMatch(from, to, Role.INTERACTIVE, value, mask)) : Optional.empty();
  }

  /** Its packets, whatever their mark. */
  public RuleMatch withAnyMark() {
    return role == Role.INTERACTIVE ? new RuleMatch(from, to, Role.EITHER, value, mask) : this;
  }

  /** The mask of so many upper bits of a label. */
  static int upperBits(int bits) {
    return TunnelPorts.LABEL_MASK & -(1 << (TunnelPorts.LABEL_BITS - bits));
  }

  /** The packets that look like one. */
  public static RuleMatch exactly(TunnelPacket packet) {
    return new RuleMatch(Optional.of(packet.from()), packet.to(), packet.role(), packet.label(), TunnelPorts.LABEL_MASK);
  }

  /** The packets that go from the one's site to the other with its label, whichever side opened their connection, on all agents' ports. */
  static RuleMatch bothWays(TunnelPacket packet) {
    return new RuleMatch(Optional.of(packet.from()), packet.to(), Role.EITHER, packet.label(), TunnelPorts.LABEL_MASK);
  }

  /** The packets to a site that follow a tree of detours. */
  public static RuleMatch onDetour(SiteId to, int tree) {
    return new RuleMatch(Optional.empty(), to, Role.DETOUR, tree, TunnelPorts.LABEL_MASK);
  }

  /** How special it is: of two rules that match a packet the one with the larger number counts. A function of the match alone. */
  public int rank() {
    return switch (role) {
      case DETOUR -> ON_DETOUR;
      case TO_LISTENER, TO_OPENER -> ONE_TUNNEL;
      case INTERACTIVE -> INTERACTIVE + prefix();
      case EITHER -> prefix();
    };
  }

  private int prefix() {
    return (from.isPresent() ? ONE_SOURCE : 0) + Integer.bitCount(mask);
  }

  /** All matches that are for a packet, the most special first. */
  static Stream<RuleMatch> all(TunnelPacket packet) {
    return Stream.concat(Stream.of(exactly(packet)), Stream.concat(
        either(packet, packet.from()), either(packet, null)));
  }

  private static Stream<RuleMatch> either(TunnelPacket packet, @Nullable SiteId from) {
    return IntStream.rangeClosed(0, TunnelPorts.LABEL_BITS).map(shorter -> upperBits(TunnelPorts.LABEL_BITS - shorter))
        .mapToObj(mask -> new RuleMatch(Optional.ofNullable(from), packet.to(), Role.EITHER, packet.label() & mask, mask));
  }
}
