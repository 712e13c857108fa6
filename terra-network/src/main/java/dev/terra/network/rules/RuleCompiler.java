package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Computes the tables of all switches from the routes that they have to carry. */
public interface RuleCompiler {
  /** Returns the tables by site. Switches that carry nothing have none. */
  Map<SiteId, SwitchTable> compile(Collection<Route> routes);

  /** The step that a route's packets take at one of its sites. */
  record Step(SiteId at, TunnelPacket packet, SiteId next) {
    /** Calls an action for all steps of a route, in both directions. At the end of the route, the next site is the site itself. */
    static void forEach(Route route, Consumer<Step> action) {
      along(route.path().sites(), route.forward(), action);
      along(Route.reversed(route.path()).sites(), route.backward(), action);
    }

    private static void along(List<SiteId> sites, TunnelPacket packet, Consumer<Step> action) {
      for (int i = 0; i < sites.size(); i++) {
        action.accept(new Step(sites.get(i), packet, sites.get(Math.min(i + 1, sites.size() - 1))));
      }
    }
  }
}
