package dev.terra.controller.core.operate;

import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.limit.BoundedMap;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The terms that operators have set for shuffles, jobs and queues. */
public final class OperatorTerms {
  /** The most entries in each scope, more than operators type. The oldest are dropped. */
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

  /** Replaces the terms of a shuffle, a job or a queue. {@link PartialTerms#NONE} removes them. */
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
