package dev.terra.node.settings;

/**
 * A property that Terra reads.
 *
 * @param standard the default
 * @param meaning the description of the property
 */
public record Setting(String key, String standard, String meaning) {
  /** Returns the setting as a row of a table. */
  public String row() {
    return "| `" + key + "` | " + standard + " | " + meaning + " |";
  }
}
