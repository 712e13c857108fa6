package dev.terra.core.view;

import java.util.Locale;

/** A kind of event that a process reports. The kinds are the constants of an enum. */
public interface EventType {
  /**
   * The meaning of a kind of event.
   *
   * @param severity how urgent an event of this kind is for operators
   * @param target what the target of an event names
   * @param sentence what an event of this kind means, in one sentence
   */
  record Meaning(Severity severity, String target, String sentence) {}

  /** Returns the constant's name. */
  String name();

  /** Returns the meaning of this kind. */
  Meaning meaning();

  /** Returns the name of this kind in statistics, status, logs and documents, such as {@code tunnel-down}. */
  default String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns how urgent an event of this kind is for operators. */
  default Severity severity() {
    return meaning().severity();
  }

  /** Returns what the target of an event names. */
  default String target() {
    return meaning().target();
  }

  /** Returns what an event of this kind means, in one sentence. */
  default String sentence() {
    return meaning().sentence();
  }
}
