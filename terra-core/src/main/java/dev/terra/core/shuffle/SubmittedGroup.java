package dev.terra.core.shuffle;

import dev.terra.core.limit.BoundedText;

/**
 * Checks the name that a job master gives to a group of its shuffles, which are waited for as a whole: 1 to {@value #MAX_LENGTH}
 * characters, without control characters. The name belongs to the job master: the same name from another job master stands for another
 * group.
 */
public final class SubmittedGroup {
  /** The most characters of a name. It leaves room for the job master's identity in the group's name in a {@link ShuffleDescriptor}. */
  public static final int MAX_LENGTH = 200;

  private SubmittedGroup() {}

  /**
   * Returns a name after it has been checked.
   *
   * @throws IllegalArgumentException if it is not a valid name of a group
   */
  public static String checked(String name) {
    if (name.isBlank() || name.length() > MAX_LENGTH || !BoundedText.clean(name).equals(name)) {
      throw new IllegalArgumentException("a group of submitted shuffles has 1 to " + MAX_LENGTH + " characters, none of which is a control"
          + " character, got '" + BoundedText.of(name) + "'");
    }
    return name;
  }
}
