package dev.terra.network.onos;

import java.util.Locale;

/**
 * The source MAC address by which switches recognise packets on a detour: a locally administered address that ends with the tree's number.
 * Routers and hosts do not use the source of a frame, so the original address need not be restored.
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
   * Returns the number of the tree that a mark contains.
   *
   * @throws IllegalArgumentException if the address is not a mark
   */
  static int tree(String mac) {
    String text = mac.toUpperCase(Locale.ROOT);
    if (text.length() != PREFIX.length() + 2 || !text.startsWith(PREFIX)) {
      throw new IllegalArgumentException("expected an address that begins with " + PREFIX + ", got " + mac);
    }
    return Integer.parseInt(text.substring(PREFIX.length()), HEXADECIMAL);
  }
}
