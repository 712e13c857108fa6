package dev.terra.cli.operate;

import java.util.Map;
import java.util.Set;

/** Colours for states, on terminals only. */
final class Paint {
  private static final String RED = "\u001b[31m";
  private static final String YELLOW = "\u001b[33m";
  private static final String GREEN = "\u001b[32m";
  private static final String FAINT = "\u001b[2m";
  private static final String PLAIN = "\u001b[0m";
  private static final Map<String, Set<String>> STATES = Map.of(
      RED, Set.of("down", "lost", "error", "failed"),
      YELLOW, Set.of("unknown", "degraded", "waiting", "warning", "drained", "stock"),
      GREEN, Set.of("up", "live", "running", "sending"));

  private final boolean on;

  Paint(boolean on) {
    this.on = on;
  }

  /** Returns colours where the output is a terminal, unless {@code NO_COLOR} is set. */
  static Paint of(Map<String, String> environment, boolean terminal) {
    String refused = environment.getOrDefault("NO_COLOR", "");
    return new Paint(terminal && refused.isEmpty() && !"dumb".equals(environment.get("TERM")));
  }

  /** Returns a cell, coloured if it is a state. */
  String state(String cell) {
    return STATES.entrySet().stream().filter(states -> states.getValue().contains(cell)).findFirst()
        .map(states -> wrap(states.getKey(), cell)).orElse(cell);
  }

  /** Returns a text in the colour of less important texts. */
  String faint(String text) {
    return wrap(FAINT, text);
  }

  private String wrap(String colour, String text) {
    return on && !text.isEmpty() ? colour + text + PLAIN : text;
  }
}
