package dev.terra.api.version;

import java.util.OptionalInt;

/**
 * The versions of a protocol that a program of this version of Terra speaks: its own, and the one before, so that programs can be replaced
 * one by one while the others run. The first side names the oldest and the newest that it speaks; the other answers with the newest that
 * both know. Programs that name only one speak only that.
 *
 * @param protocol its name in messages to people
 * @param oldest above 0
 * @param newest at least the oldest
 */
public record ProtocolVersions(String protocol, int oldest, int newest) {
  /** Between agents and the controller. 3: a hello names a range. */
  public static final ProtocolVersions CONTROL = new ProtocolVersions("control", 2, 3);
  /** Between shuffle handlers and agents. 7: a hello names a range. */
  public static final ProtocolVersions SITE = new ProtocolVersions("site", 6, 7);
  /** Between job masters and the controller. 2: a hello names a range. */
  public static final ProtocolVersions SUBMIT = new ProtocolVersions("submission", 1, 2);

  /** Checks the range. */
  public ProtocolVersions {
    if (oldest < 1 || newest < oldest) {
      throw new IllegalArgumentException("expected versions from 1 on, got " + oldest + " to " + newest);
    }
  }

  /**
   * The version that is spoken with another program; empty if both know none.
   *
   * @param peerOldest of the other's hello
   * @param peerNewest of the other's hello; 0 if it names only one
   */
  public OptionalInt common(int peerOldest, int peerNewest) {
    int last = Math.min(newest, newestOf(peerOldest, peerNewest));
    return last >= oldest && Integer.compareUnsigned(last, peerOldest) >= 0 ? OptionalInt.of(last) : OptionalInt.empty();
  }

  private static int newestOf(int peerOldest, int peerNewest) {
    return Math.max(peerOldest, peerNewest);
  }

  /**
   * Why two programs cannot talk, for people.
   *
   * @param self what this program is, such as {@code agent}
   * @param peer what the other is
   */
  public String refusal(String self, String peer, int peerOldest, int peerNewest) {
    return "this " + self + " speaks " + range(oldest, newest) + " of the " + protocol + " protocol, the " + peer + " "
        + range(peerOldest, newestOf(peerOldest, peerNewest));
  }

  private static String range(int first, int last) {
    return first == last ? "version " + Integer.toUnsignedString(first)
        : "versions " + Integer.toUnsignedString(first) + " to " + Integer.toUnsignedString(last);
  }

  /** Whether an answer names a version that this program speaks; 0 is that of one that names none, which is the oldest. */
  public boolean speaks(int answered) {
    return answered == 0 || (answered >= oldest && answered <= newest);
  }
}
