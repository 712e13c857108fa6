package dev.terra.node.agent;

import dev.terra.api.v1.FetchDecision;
import java.util.function.LongConsumer;

/**
 * An agent's decision about an offer.
 *
 * @param unsent tells that agent of an offer that its redirect was not sent, on any thread
 */
public record Decided(FetchDecision decision, LongConsumer unsent) {
  /** Says that its client is not redirected, whatever was decided. */
  public void drop() {
    if (decision.getKind() == FetchDecision.Kind.REDIRECT) {
      unsent.accept(decision.getOffer());
    }
  }
}
