package dev.terra.controller.view;

/**
 * A shuffle handler on a node, as its site's agent has reported it. Counts begin at the handler's start.
 *
 * @param service the service whose shuffles it serves; empty for Hadoop's
 * @param version the version of its program; empty if it does not report one
 * @param stockReason why everything that it serves takes the stock path; empty if it does not
 * @param sinceSeconds since when everything has taken the stock path, or has not, in seconds since the controller started; negative
 *     if since before that
 * @param redirectedFetches fetches that it answered with a redirect
 * @param relayedBytes bytes that it passed from its agent to readers of its node
 * @param stockBytes bytes that crossed sites without Terra, though eligible
 * @param bypassedBytes bytes that crossed sites without Terra because they were too few to be worth it
 * @param localBytes bytes served inside the site
 * @param fallbacks relays that went on with a direct fetch
 */
public record HandlerFigures(String ip, String host, String service, String version, String stockReason, double sinceSeconds,
    long redirectedFetches, long relayedBytes, long stockBytes, long bypassedBytes, long localBytes, long fallbacks) {
  /** Returns the handler's address, followed by a slash and the service where that is not Hadoop's. */
  public String key() {
    return service.isEmpty() ? ip : ip + "/" + service;
  }
}
