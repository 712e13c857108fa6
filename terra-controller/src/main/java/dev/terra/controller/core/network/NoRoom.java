package dev.terra.controller.core.network;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;

/**
 * Paths for which a switch has no room. Agents relay the tunnels that the switch refuses.
 *
 * @param site the site of the switch
 * @param why in words: how much the paths take, and how much there is
 * @param remedy what can be done besides having fewer paths, as a request
 * @param tunnels tunnels that pass the switch and were not planned before
 */
public record NoRoom(SiteId site, String why, String remedy, ImmutableList<Path> tunnels) {
  /** The most tunnels that one event names, so that its text stays readable. */
  private static final int TUNNELS_IN_EVENT = 5;

  /** Returns why a change of paths is refused. */
  String refusal(String instead) {
    return "nothing has changed, as " + why + "; " + instead + ", or " + remedy;
  }

  /** Returns why the paths cannot be had, and what to do. */
  public String inWords() {
    return why + "; ask for fewer paths per pair, or " + remedy;
  }

  /** Returns the consequence of a change that takes effect although there is no room. */
  String consequence() {
    String some = String.join(", ", tunnels.stream().limit(TUNNELS_IN_EVENT).map(Path::toString).toList());
    String more = tunnels.size() > TUNNELS_IN_EVENT ? " and " + (tunnels.size() - TUNNELS_IN_EVENT) + " others" : "";
    return why + "; agents relay the tunnels that it refuses" + (some.isEmpty() ? "" : ", of those that are new there: " + some + more)
        + "; set fewer paths per pair, or " + remedy;
  }
}
