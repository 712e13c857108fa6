package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Makes the tables of all switches from the routes that they are to carry. */
public interface RuleCompiler {
  /** The tables, by site; switches that carry nothing have none. */
  Map<SiteId, SwitchTable> compile(Collection<Route> routes);

  /** The step that a route's packets take at one of its sites. */
  record Step(SiteId at, TunnelPacket packet, SiteId next) {
    /** All steps of a route, in both directions; at its end a packet goes to the site itself. */
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
