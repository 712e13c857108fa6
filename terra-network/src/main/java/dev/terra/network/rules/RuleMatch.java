package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tunnels' packets that a rule is for.
 *
 * @param from the site from which the packets come; empty for any site
 * @param to the site to which the packets go
 * @param role the part of a packet that is compared with the label
 * @param value the value of the label's bits under the mask; the tree's number if the role is {@link Role#DETOUR}
 * @param mask the upper bits of the label that count; all bits unless the role is {@link Role#EITHER} or {@link Role#INTERACTIVE}
 */
public record RuleMatch(Optional<SiteId> from, SiteId to, Role role, int value, int mask) {
  /** The rank of rules for one direction of a tunnel. They take precedence over rules for several tunnels. */
  private static final int ONE_TUNNEL = 100;
  /** The rank of rules for packets on a detour. They take precedence over all others. */
  private static final int ON_DETOUR = 200;
  private static final int ONE_SOURCE = 8;
  /**
   * The amount by which the rank of a rule for interactive packets is higher. Either all rules for packets with any mark have such a twin,
   * or none has.
   */
  private static final int INTERACTIVE = 16;

  /** Checks that the bits are upper bits of a label. */
  public RuleMatch {
    boolean isPrefix = mask == upperBits(Integer.bitCount(mask));
    if (!isPrefix || (value & ~mask) != 0 || (!role.isBothWays() && mask != TunnelPorts.LABEL_MASK)) {
      throw new IllegalArgumentException("expected upper bits of a label, got " + value + " under " + mask + " for " + role);
    }
  }

  /** Returns the match for the interactive packets among those of this match; empty if the role does not distinguish them. */
  Optional<RuleMatch> twin() {
    return role == Role.EITHER ? Optional.of(new RuleMatch(from, to, Role.INTERACTIVE, value, mask)) : Optional.empty();
  }

  /** Returns the match for the same packets with any mark. */
  public RuleMatch withAnyMark() {
    return role == Role.INTERACTIVE ? new RuleMatch(from, to, Role.EITHER, value, mask) : this;
  }

  /** Returns the mask of a number of upper bits of a label. */
  static int upperBits(int bits) {
    return TunnelPorts.LABEL_MASK & -(1 << (TunnelPorts.LABEL_BITS - bits));
  }

  /** Returns the match for packets with the addresses, the role and the label of a packet. */
  public static RuleMatch exactly(TunnelPacket packet) {
    return new RuleMatch(Optional.of(packet.from()), packet.to(), packet.role(), packet.label(), TunnelPorts.LABEL_MASK);
  }

  /**
   * Returns the match for packets with the addresses and the label of a packet, whichever side opened their connection, on the ports of all
   * agents.
   */
  static RuleMatch bothWays(TunnelPacket packet) {
    return new RuleMatch(Optional.of(packet.from()), packet.to(), Role.EITHER, packet.label(), TunnelPorts.LABEL_MASK);
  }

  /** Returns the match for packets to a site that follow a tree of detours. */
  public static RuleMatch onDetour(SiteId to, int tree) {
    return new RuleMatch(Optional.empty(), to, Role.DETOUR, tree, TunnelPorts.LABEL_MASK);
  }

  /**
   * Returns how specific the match is. Of two rules that match a packet, the one with the higher rank counts. The rank is a function of the
   * match alone.
   */
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

  /** Returns all matches for a packet, the most specific first. */
  static Stream<RuleMatch> all(TunnelPacket packet) {
    return Stream.concat(Stream.of(exactly(packet)), Stream.concat(
        either(packet, packet.from()), either(packet, null)));
  }

  private static Stream<RuleMatch> either(TunnelPacket packet, @Nullable SiteId from) {
    return IntStream.rangeClosed(0, TunnelPorts.LABEL_BITS).map(shorter -> upperBits(TunnelPorts.LABEL_BITS - shorter))
        .mapToObj(mask -> new RuleMatch(Optional.ofNullable(from), packet.to(), Role.EITHER, packet.label() & mask, mask));
  }
}
