package dev.terra.core.view;

import java.util.Locale;

/** A kind of event that a process tells of; the constants of an enum. */
public interface EventType {
  /**
   * What a kind of event says.
   *
   * @param severity how urgent it is for operators
   * @param target what an event's target names
   * @param sentence what it means, one sentence
   */
  record Meaning(Severity severity, String target, String sentence) {}

  /** The constant's name. */
  String name();

  /** What it says. */
  Meaning meaning();

  /** Its name in statistics, status, logs and documents, such as {@code tunnel-down}. */
  default String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How urgent it is for operators. */
  default Severity severity() {
    return meaning().severity();
  }

  /** What an event's target names. */
  default String target() {
    return meaning().target();
  }

  /** What it means, one sentence. */
  default String sentence() {
    return meaning().sentence();
  }
}
