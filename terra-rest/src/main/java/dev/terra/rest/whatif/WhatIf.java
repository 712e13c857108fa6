package dev.terra.rest.whatif;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.network.NoRoom;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.rest.whatif.WhatIfRow.WhatIfLink;
import dev.terra.rest.whatif.WhatIfRow.WhatIfShuffle;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.Scheduler;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.explain.Projection;
import dev.terra.schedule.explain.ScheduledRound;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Schedules the shuffles of a round again, on the present WAN and on a changed one. Its results depend only on its inputs. */
final class WhatIf {
  /** Uses of a link that differ by less than this are the same. */
  private static final double SAME_USE = 1e-6;

  private final ControllerSettings settings;

  WhatIf(ControllerSettings settings) {
    this.settings = settings;
  }

  /** One WAN, the schedule on it, and the projection of that schedule. */
  private static final class World {
    private final Wan now;
    private final Allocation allocation;
    private final Projection projection;
    private final Map<ShuffleId, Integer> pathless = new HashMap<>();

    World(ControllerSettings settings, Wan forPaths, PathRules rules, Wan now, ScheduledRound round) {
      this.now = now;
      PathSets paths = new PathSets(forPaths, rules);
      List<ShuffleDemand> demands = new ArrayList<>();
      round.shuffles().forEach(demand -> withPaths(demand, paths).ifPresent(demands::add));
      this.allocation = scheduler(settings, forPaths, rules).schedule(now, demands, round.atSeconds());
      this.projection = Projection.of(scheduler(settings, forPaths, rules), now, demands, round.atSeconds());
    }

    private static Scheduler scheduler(ControllerSettings settings, Wan forPaths, PathRules rules) {
      return settings.schedulers().create(forPaths, rules);
    }

    /** Returns the demand without bundles that have no path, as in a round: such bundles would hold back their whole shuffle. */
    private Optional<ShuffleDemand> withPaths(ShuffleDemand demand, PathSets paths) {
      List<BundleDemand> some = demand.bundles().stream().filter(bundle -> hasPath(bundle.from(), bundle.to(), paths)).toList();
      pathless.put(demand.id(), demand.bundles().size() - some.size());
      return some.isEmpty() ? Optional.empty() : Optional.of(demand.withBundles(some));
    }

    private boolean hasPath(SiteId from, SiteId to, PathSets paths) {
      return paths.paths(from, to).stream().map(Path::links).anyMatch(links -> links.stream().allMatch(link -> now.link(link).isPresent()));
    }

    @Nullable Double gamma(ShuffleId id) {
      return allocation.shuffles().stream().filter(each -> each.id().equals(id)).findFirst().map(ShuffleAllocation::gammaSeconds)
          .filter(Double::isFinite).orElse(null);
    }

    int pathless(ShuffleId id) {
      return pathless.getOrDefault(id, 0);
    }

    @Nullable Double seconds(ShuffleId id) {
      return pathless(id) > 0 ? null : projection.finishSeconds().get(id);
    }

    Map<LinkId, Double> uses() {
      Map<LinkId, Double> loads = new HashMap<>();
      allocation.shuffles().forEach(shuffle -> shuffle.bundles().forEach(bundle -> bundle.rates().forEach(rate ->
          rate.path().links().forEach(link -> loads.merge(link, rate.bytesPerSecond(), Double::sum)))));
      Map<LinkId, Double> uses = new HashMap<>();
      for (Link link : now.links()) {
        uses.put(link.id(), loads.getOrDefault(link.id(), 0.0) / link.capacity().bytesPerSecond());
      }
      return uses;
    }
  }

  WhatIfRow answer(ScheduledRound round, WhatIfRequest request, Instant at) {
    double efficiency = settings.network().use().planEfficiency();
    Wan forPaths = ChangedWan.of(round.forPaths(), settings.wan(), request, efficiency);
    Wan now = ChangedWan.of(round.now(), settings.wan(), request, efficiency);
    World before = new World(settings, round.forPaths(), round.rules(), round.now(), round);
    World after = new World(settings, forPaths, rules(round.rules(), request, forPaths), now, round);
    ImmutableList<WhatIfShuffle> shuffles = round.shuffles().stream().map(demand -> shuffle(demand, before, after))
        .collect(ImmutableList.toImmutableList());
    return new WhatIfRow(at, 0, shuffles.stream().allMatch(shuffle -> shuffle.bundlesWithoutPathAfter() == 0), shuffles,
        links(before.uses(), after.uses()), all(shuffles.stream().map(WhatIfShuffle::secondsBefore).toList(), DoubleStream::max),
        all(shuffles.stream().map(WhatIfShuffle::secondsAfter).toList(), DoubleStream::max),
        all(shuffles.stream().map(WhatIfShuffle::secondsBefore).toList(), DoubleStream::average),
        all(shuffles.stream().map(WhatIfShuffle::secondsAfter).toList(), DoubleStream::average), null);
  }

  /** Returns why an operator's request for this many paths would be refused; null if it would not be. */
  @Nullable String noRoom(PathRules present, WhatIfRequest request) {
    if (request.pathsPerPair() == null) {
      return null;
    }
    PathRules then =
        new PathRules(request.pathsPerPair(), present.everyPath(), present.forbiddenLinks(), present.forbiddenPaths());
    return settings.network().noRoom(present, then).map(NoRoom::inWords).orElse(null);
  }

  private static PathRules rules(PathRules rules, WhatIfRequest request, Wan forPaths) {
    int most = Objects.requireNonNullElse(request.pathsPerPair(), rules.maxPaths());
    return new PathRules(most, rules.everyPath(), rules.forbiddenLinks().stream().filter(link -> forPaths.link(link).isPresent())
        .collect(ImmutableSet.toImmutableSet()), rules.forbiddenPaths());
  }

  private static WhatIfShuffle shuffle(ShuffleDemand demand, World before, World after) {
    ShuffleId id = demand.id();
    return new WhatIfShuffle(id.value(), demand.group().orElse(id.value()), before.gamma(id), after.gamma(id), before.seconds(id),
        after.seconds(id), after.pathless(id));
  }

  private static List<WhatIfLink> links(Map<LinkId, Double> before, Map<LinkId, Double> after) {
    Set<LinkId> all = new LinkedHashSet<>(before.keySet());
    all.addAll(after.keySet());
    return all.stream().filter(link -> differ(before.get(link), after.get(link))).sorted()
        .map(link -> new WhatIfLink(link.toString(), before.get(link), after.get(link))).toList();
  }

  private static boolean differ(@Nullable Double one, @Nullable Double other) {
    return (one == null || other == null) ? !Objects.equals(one, other) : Math.abs(one - other) > SAME_USE;
  }

  /** Applies a function to all numbers; null if any of them is unknown. */
  private static @Nullable Double all(List<@Nullable Double> seconds, Function<DoubleStream, OptionalDouble> of) {
    if (seconds.isEmpty() || seconds.stream().anyMatch(Objects::isNull)) {
      return null;
    }
    return of.apply(seconds.stream().mapToDouble(Double::doubleValue)).orElseThrow();
  }
}
