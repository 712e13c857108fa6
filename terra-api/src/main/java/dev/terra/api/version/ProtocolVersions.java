package dev.terra.api.version;

import java.util.OptionalInt;

/**
 * The versions of a protocol that a program of this version of Terra supports: the newest one and the one before, so that programs can be
 * replaced one by one while the others run. The first side names the oldest and the newest version that it supports; the other side answers
 * with the newest version that both support. A program that names only one version supports only that one.
 *
 * @param protocol the name of the protocol in messages to people
 * @param oldest the oldest version, above 0
 * @param newest the newest version, at least the oldest
 */
public record ProtocolVersions(String protocol, int oldest, int newest) {
  /** The versions between agents and the controller. Since version 3, a hello names a range. */
  public static final ProtocolVersions CONTROL = new ProtocolVersions("control", 2, 3);
  /** The versions between shuffle handlers and agents. Since version 7, a hello names a range. */
  public static final ProtocolVersions SITE = new ProtocolVersions("site", 6, 7);
  /** The versions between job masters and the controller. Since version 2, a hello names a range. */
  public static final ProtocolVersions SUBMIT = new ProtocolVersions("submission", 1, 2);

  /** Checks the range. */
  public ProtocolVersions {
    if (oldest < 1 || newest < oldest) {
      throw new IllegalArgumentException("expected versions from 1 on, got " + oldest + " to " + newest);
    }
  }

  /**
   * Returns the version to use with another program; empty if no version is common to both.
   *
   * @param peerOldest the oldest version in the other program's hello
   * @param peerNewest the newest version in the other program's hello; 0 if it names only one
   */
  public OptionalInt common(int peerOldest, int peerNewest) {
    int last = Math.min(newest, newestOf(peerOldest, peerNewest));
    return last >= oldest && Integer.compareUnsigned(last, peerOldest) >= 0 ? OptionalInt.of(last) : OptionalInt.empty();
  }

  private static int newestOf(int peerOldest, int peerNewest) {
    return Math.max(peerOldest, peerNewest);
  }

  /**
   * Returns why two programs have no common version, for people.
   *
   * @param self the kind of this program, such as {@code agent}
   * @param peer the kind of the other program
   */
  public String refusal(String self, String peer, int peerOldest, int peerNewest) {
    return "this " + self + " speaks " + range(oldest, newest) + " of the " + protocol + " protocol, the " + peer + " "
        + range(peerOldest, newestOf(peerOldest, peerNewest));
  }

  private static String range(int first, int last) {
    return first == last ? "version " + Integer.toUnsignedString(first)
        : "versions " + Integer.toUnsignedString(first) + " to " + Integer.toUnsignedString(last);
  }

  /**
   * Returns whether an answer names a version that this program supports. 0 stands for an answer without a version, which means the oldest
   * one.
   */
  public boolean speaks(int answered) {
    return answered == 0 || (answered >= oldest && answered <= newest);
  }
}
