package dev.terra.rest.place;

import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.LinkFigures;
import dev.terra.controller.view.MeasuredCapacity;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Computes the WAN that is left for one shuffle: of each link and cap, the capacity that may be planned, without the rates of other
 * shuffles.
 */
final class LeftWan {
  /**
   * The largest share of a link or cap that others are taken to use. They do not use more for long: the schedule serves the shortest
   * shuffle first, and a shuffle whose maps still run may be the shortest.
   */
  private static final double OTHERS_SHARE = 0.5;

  private LeftWan() {}

  static Wan of(ControllerSettings settings, ControllerView view, ShuffleFigures shuffle) {
    Map<LinkId, Double> own = new HashMap<>();
    shuffle.bundles().forEach(bundle -> bundle.rates().forEach((path, rate) ->
        path.links().forEach(link -> own.merge(link, (double) rate, Double::sum))));
    double efficiency = settings.network().use().planEfficiency();
    return settings.wan().keepLinks(link -> view.links().containsKey(link.id()) && figures(view, link.id()).up())
        .mapLinks(link -> link.withCapacity(
            left(figures(view, link.id()), own.getOrDefault(link.id(), 0.0), efficiency)))
        .mapCaps((cap, nominal) -> left(nominal.bytesPerSecond() * efficiency, view.links().keySet().stream().filter(cap::counts)
            .mapToDouble(link -> others(figures(view, link), own.getOrDefault(link, 0.0))).sum()));
  }

  private static LinkFigures figures(ControllerView view, LinkId link) {
    return Objects.requireNonNull(view.links().get(link));
  }

  private static Bandwidth left(LinkFigures link, double own, double efficiency) {
    double planned = link.measured().map(MeasuredCapacity::capacity).orElse(link.nominal()).bytesPerSecond() * efficiency;
    return left(planned, others(link, own));
  }

  private static double others(LinkFigures link, double own) {
    return Math.max(0, link.allocated().bytesPerSecond() - own);
  }

  private static Bandwidth left(double planned, double others) {
    return new Bandwidth(planned - Math.min(others, OTHERS_SHARE * planned));
  }
}
