package dev.terra.core.shuffle;

import dev.terra.core.limit.BoundedText;

/**
 * The name that a job master gives to those of its shuffles that are waited for as a whole: 1 to {@value #MAX_LENGTH} characters, without
 * control characters. It is the job master's own: the same name of another job master stands for another group.
 */
public final class SubmittedGroup {
  /** There is room for whose it is in the name of a {@link ShuffleDescriptor}'s group. */
  public static final int MAX_LENGTH = 200;

  private SubmittedGroup() {}

  /**
   * Gives a name back.
   *
   * @throws IllegalArgumentException if it cannot be that of a group
   */
  public static String checked(String name) {
    if (name.isBlank() || name.length() > MAX_LENGTH || !BoundedText.clean(name).equals(name)) {
      throw new IllegalArgumentException("a group of submitted shuffles has 1 to " + MAX_LENGTH + " characters, none of which is a control"
          + " character, got '" + BoundedText.of(name) + "'");
    }
    return name;
  }
}
