package dev.terra.network.onos;

import java.util.Locale;

/**
 * The source address by which switches know packets on a detour: one that is administered locally, with the tree's number at its end.
 * Routers and hosts have no use for the source of a frame, so the old one need not be put back.
 */
final class DetourMark {
  static final String CRITERION = "ETH_SRC";
  private static final String PREFIX = "02:54:65:72:72:";
  private static final int HEXADECIMAL = 16;

  private DetourMark() {}

  static String of(int tree) {
    return PREFIX + String.format(Locale.ROOT, "%02X", tree);
  }

  /**
   * The tree's number.
   *
   * @throws IllegalArgumentException if it is no mark
   */
  static int tree(String mac) {
    String text = mac.toUpperCase(Locale.ROOT);
    if (text.length() != PREFIX.length() + 2 || !text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("expected an address that begins with " + PREFIX + ", got " + mac);
    }
    return Integer.parseInt(text.substring(PREFIX.length()), HEXADECIMAL);
  }
}
