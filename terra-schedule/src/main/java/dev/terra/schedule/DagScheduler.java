package dev.terra.schedule;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Schedules the edges of a DAG that have anything to send at a time as one shuffle: a stage with several inputs, as of a join, waits for
 * the last of them, so what counts is how large they are together. Of a bundle's rates the edge that came first gets all until it is done
 * there, then the next: where stages overlap the earlier one is not held up by what comes of it, and to the inputs of one stage their order
 * makes no difference. So of a DAG as a whole bundles progress equally, and of one edge among several no rate is called planned. A DAG's
 * later edges have nothing to send yet, as their readers have no site.
 *
 * <p>Example: a join of 100 MB and 1 GB and another of 500 MB and 1 MB, all between the same sites. One by one the 100 MB come before the
 * 500, for nothing, as 1 GB of that join is to follow; as DAGs, the 501 MB come first.
 *
 * <p>The name of the shuffle that stands for a DAG is that of its latest edge, so a scheduler sees a new one whenever an edge has come.
 */
public final class DagScheduler implements Scheduler {
  private static final Comparator<ShuffleDemand> FIRST =
      Comparator.comparingDouble(ShuffleDemand::arrivalSeconds).thenComparing(ShuffleDemand::id);

  private final Scheduler scheduler;

  /** Over a scheduler that knows nothing of DAGs. */
  public DagScheduler(Scheduler scheduler) {
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
  }

  private record Pair(SiteId from, SiteId to) {
    static Pair of(BundleDemand bundle) {
      return new Pair(bundle.from(), bundle.to());
    }
  }

  /** Edges that may go together: of one DAG, and equally important. */
  private record Group(String dag, double weight, int priority, OptionalDouble deadlineSeconds) {
    static Group of(ShuffleDemand shuffle) {
      return new Group(
          shuffle.id().dag().orElse(shuffle.id().value()), shuffle.weight(), shuffle.priority(), shuffle.deadlineSeconds());
    }
  }

  @Override
  public Allocation schedule(Wan wan, List<ShuffleDemand> shuffles, double nowSeconds) {
    Map<Group, List<ShuffleDemand>> groups = new LinkedHashMap<>();
    shuffles.forEach(shuffle -> groups.computeIfAbsent(Group.of(shuffle), group -> new ArrayList<>()).add(shuffle));
    Map<ShuffleId, List<ShuffleDemand>> edges = new HashMap<>();
    List<ShuffleDemand> together = new ArrayList<>();
    groups.forEach((group, members) -> {
      ShuffleDemand sum = members.size() == 1 ? members.get(0) : sum(group, members);
      together.add(sum);
      edges.put(sum.id(), members);
    });
    Allocation allocation = scheduler.schedule(wan, together, nowSeconds);
    ImmutableList.Builder<ShuffleAllocation> each = ImmutableList.builderWithExpectedSize(shuffles.size());
    allocation.shuffles().forEach(whole -> each.addAll(split(whole, edges.get(whole.id()))));
    return new Allocation(allocation.policy(), each.build());
  }

  private static ShuffleDemand sum(Group group, List<ShuffleDemand> members) {
    Map<Pair, BundleDemand> bundles = new LinkedHashMap<>();
    members.forEach(member -> member.bundles().forEach(bundle -> bundles.merge(Pair.of(bundle), bundle, (one, other) ->
        new BundleDemand(one.from(), one.to(), one.bytes() + other.bytes(), one.flows() + other.flows()))));
    double arrival = members.stream().mapToDouble(ShuffleDemand::arrivalSeconds).min().orElseThrow();
    ShuffleId name = members.stream().max(FIRST).orElseThrow().id();
    return new ShuffleDemand(
        name, arrival, group.weight, group.priority, group.deadlineSeconds, ImmutableList.copyOf(bundles.values()));
  }

  private static List<ShuffleAllocation> split(ShuffleAllocation whole, List<ShuffleDemand> members) {
    if (members.size() == 1) {
      return List.of(whole);
    }
    Map<Pair, ImmutableList<PathRate>> free = new HashMap<>();
    whole.bundles().forEach(bundle -> free.put(Pair.of(bundle.demand()), unplanned(bundle.rates())));
    return members.stream().sorted(FIRST).map(member -> new ShuffleAllocation(
        member.id(), whole.gammaSeconds(), whole.admitted(), whole.problem(), take(member, free))).toList();
  }

  private static ImmutableList<PathRate> unplanned(List<PathRate> rates) {
    return rates.stream().map(rate -> new PathRate(rate.path(), rate.bytesPerSecond(), 0)).collect(ImmutableList.toImmutableList());
  }

  /** Takes the rates of all bundles where an edge has anything left, and nobody before it. */
  private static ImmutableList<BundleAllocation> take(ShuffleDemand edge, Map<Pair, ImmutableList<PathRate>> free) {
    return edge.bundles().stream().map(bundle -> {
      ImmutableList<PathRate> rates = bundle.bytes() > 0 ? free.remove(Pair.of(bundle)) : null;
      return new BundleAllocation(bundle, rates == null ? ImmutableList.of() : rates);
    }).collect(ImmutableList.toImmutableList());
  }
}
