package dev.terra.node.settings;

/**
 * One property that Terra reads.
 *
 * @param standard what holds without it
 * @param meaning what it is for
 */
public record Setting(String key, String standard, String meaning) {
  /** The setting as a row of a table. */
  public String row() {
    return "| `" + key + "` | " + standard + " | " + meaning + " |";
  }
}
