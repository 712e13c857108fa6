package dev.terra.node.agent;

import dev.terra.api.v1.FetchDecision;
import java.util.function.LongConsumer;

/**
 * An agent's decision about an offer.
 *
 * @param unsent reports to the agent that the redirect for the offer with a number was not sent; it may be called on any thread
 */
public record Decided(FetchDecision decision, LongConsumer unsent) {
  /** Reports that the client is not redirected, if a redirect was decided. */
  public void drop() {
    if (decision.getKind() == FetchDecision.Kind.REDIRECT) {
      unsent.accept(decision.getOffer());
    }
  }
}
