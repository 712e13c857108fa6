package dev.terra.testbed;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A constant of an enum that commands, reports and files name by a label: its name in small letters, with hyphens. */
public interface Labelled {
  /** Returns the constant's name in Java. */
  String name();

  /** Returns the constant's name elsewhere. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the labels of constants. */
  static List<String> labels(Labelled... constants) {
    return Arrays.stream(constants).map(Labelled::label).toList();
  }

  /** Returns the constant that has a label. */
  static <T extends Labelled> Optional<T> find(T[] constants, String label) {
    return Arrays.stream(constants).filter(constant -> constant.label().equals(label.toLowerCase(Locale.ROOT))).findFirst();
  }
}
