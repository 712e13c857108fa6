package dev.terra.controller.view;

/**
 * A shuffle handler on a node, as its site's agent knows it. Counts are since the handler started.
 *
 * @param service whose shuffles it serves; empty: Hadoop's
 * @param version of its program; empty if it does not say
 * @param stockReason why all that it serves takes the stock path; empty: it does not
 * @param sinceSeconds since when that has been so, since the controller started; negative if that was before
 * @param redirectedFetches fetches that it answered with a redirect
 * @param relayedBytes bytes that it passed from its agent to readers of its node
 * @param stockBytes bytes that crossed sites without Terra, though eligible
 * @param bypassedBytes bytes that crossed sites without Terra, since they were not worth it
 * @param localBytes bytes served inside the site
 * @param fallbacks relays that went on with a direct fetch
 */
public record HandlerFigures(String ip, String host, String service, String version, String stockReason, double sinceSeconds,
    long redirectedFetches, long relayedBytes, long stockBytes, long bypassedBytes, long localBytes, long fallbacks) {
  /** Its address, and after a slash its service where it is not Hadoop's. */
  public String key() {
    return service.isEmpty() ? ip : ip + "/" + service;
  }
}
