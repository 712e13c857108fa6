package dev.terra.sim;

import dev.terra.core.wan.SitePair;
import java.util.Collection;
import java.util.stream.Collectors;

/** Thrown if bytes are left that no event will move. */
public final class StuckException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int NAMED = 5;

  StuckException(double nowSeconds, Collection<Coflow> waiting) {
    super("at " + nowSeconds + " s nothing moves any more; waiting: " + waiting.stream()
        .flatMap(coflow -> coflow.bundles().stream().filter(CoflowBundle::isOpen)
            .map(bundle -> coflow.id() + "/" + new SitePair(bundle.from, bundle.to) + " with " + bundle.remaining + " bytes"))
        .limit(NAMED)
        .collect(Collectors.joining(", ")));
  }
}
