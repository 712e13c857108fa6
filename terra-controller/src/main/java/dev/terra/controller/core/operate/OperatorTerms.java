package dev.terra.controller.core.operate;

import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.limit.BoundedMap;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** What an operator said of the terms of shuffles, jobs and queues. */
public final class OperatorTerms {
  /** More than operators type; the oldest give way. */
  private static final int MOST = 10_000;
  private final Map<Scope, Map<String, PartialTerms>> said = new EnumMap<>(Scope.class);

  public OperatorTerms() {
    for (Scope scope : Scope.values()) {
      said.put(scope, new BoundedMap<>(MOST));
    }
  }

  public PartialTerms of(Scope scope, String name) {
    return of(scope).getOrDefault(key(scope, name), PartialTerms.NONE);
  }

  /** Replaces what was said; {@link PartialTerms#NONE}: nothing. */
  void say(Scope scope, String name, PartialTerms terms) {
    if (terms.equals(PartialTerms.NONE)) {
      of(scope).remove(key(scope, name));
    } else {
      of(scope).put(key(scope, name), terms);
    }
  }

  private Map<String, PartialTerms> of(Scope scope) {
    return Objects.requireNonNull(said.get(scope));
  }

  private static String key(Scope scope, String name) {
    return scope == Scope.QUEUE ? QueueSettings.name(name) : name;
  }
}
