package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.ShuffleAllocation;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.ShuffleTerms;
import dev.terra.schedule.explain.Place.Basis;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Finds out why a shuffle has its place: it compares the order of a round with the order that priorities, Gammas and weights would give.
 */
final class PlaceSearch {
  /** Gammas that differ by no more than this, relative, count as equal: orders use them with a float's precision. */
  private static final double SAME = 1e-6;

  /** What decides the place of one shuffle. */
  private record Standing(ShuffleDemand demand, ShuffleAllocation allocation, double groupGammaSeconds) {
    /** Returns 0 with a promised deadline, 1 ordinarily, 2 if the deadline was refused. */
    int rank() {
      return demand.terms().deadlineSeconds().isEmpty() ? 1 : allocation.admitted() ? 0 : 2;
    }

    double key() {
      return groupGammaSeconds / demand.terms().weight();
    }

    boolean goesWith(Standing other) {
      return demand.group().isPresent() && demand.group().equals(other.demand.group());
    }
  }

  private static final Comparator<Standing> USUAL = Comparator.comparingInt(Standing::rank)
      .thenComparingInt(standing -> standing.rank() == 0 ? 0 : -standing.demand().terms().priority())
      .thenComparingDouble(standing -> standing.rank() == 0 ? 0 : standing.key());

  private final ScheduledRound round;
  private final List<Standing> order = new ArrayList<>();

  PlaceSearch(ScheduledRound round) {
    this.round = round;
    boolean groups = round.allocation().policy().equals(PolicyName.TERRA_PLUS.toString());
    Map<ShuffleId, ShuffleDemand> demands = new HashMap<>();
    round.shuffles().forEach(demand -> demands.put(demand.id(), demand));
    Map<List<Object>, Double> groupGammas = new HashMap<>();
    for (ShuffleAllocation each : round.allocation().shuffles()) {
      groupGammas.merge(group(demand(demands, each), groups), each.gammaSeconds(), Double::sum);
    }
    for (ShuffleAllocation each : round.allocation().shuffles()) {
      ShuffleDemand demand = demand(demands, each);
      order.add(new Standing(demand, each, groupGammas.getOrDefault(group(demand, groups), each.gammaSeconds())));
    }
  }

  private static ShuffleDemand demand(Map<ShuffleId, ShuffleDemand> demands, ShuffleAllocation allocation) {
    return Objects.requireNonNull(demands.get(allocation.id()), "a round allocates to shuffles of its own");
  }

  /** Returns the key of the shuffles that are ordered as one. */
  private static List<Object> group(ShuffleDemand demand, boolean groups) {
    return groups && demand.group().isPresent()
        ? List.of(demand.group().get(), demand.terms().weight(), demand.terms().priority())
        : List.of(demand.id());
  }

  Place place(ShuffleId shuffle) {
    int at = 0;
    while (!order.get(at).demand().id().equals(shuffle)) {
      at++;
    }
    Basis basis = basis(at);
    ImmutableList<ShuffleId> ahead =
        order.subList(0, at).stream().limit(Place.MOST_AHEAD).map(each -> each.demand().id()).collect(ImmutableList.toImmutableList());
    return new Place(at + 1, order.size(), basis, sentence(at, basis), order.get(at).demand().group(),
        order.get(at).groupGammaSeconds(), ahead);
  }

  private Basis basis(int at) {
    if (order.size() == 1) {
      return Basis.ONLY_ONE;
    }
    Standing self = order.get(at);
    if (self.rank() != 1) {
      return self.rank() == 0 ? Basis.DEADLINE : Basis.DEADLINE_REFUSED;
    }
    boolean plus = round.allocation().policy().equals(PolicyName.TERRA_PLUS.toString());
    if (!plus && !round.allocation().policy().equals(PolicyName.TERRA.toString())) {
      return Basis.POLICY;
    }
    if (Double.isInfinite(self.groupGammaSeconds())) {
      return Basis.UNCONNECTED;
    }
    if (order.stream().anyMatch(other -> isMoved(self, other, at))) {
      return plus ? Basis.SEARCH : Basis.POLICY;
    }
    return decidedByPriority(self, neighbour(at)) ? Basis.PRIORITY : Basis.SHORTEST;
  }

  /** Returns the shuffle before this place; for the first place, the shuffle after it. */
  private Standing neighbour(int at) {
    return order.get(at == 0 ? 1 : at - 1);
  }

  private static boolean decidedByPriority(Standing self, Standing other) {
    return self.rank() == other.rank() && self.demand().terms().priority() != other.demand().terms().priority();
  }

  /** Returns whether the usual order puts another shuffle on the other side of this one. */
  private boolean isMoved(Standing self, Standing other, int at) {
    if (self.goesWith(other) || Double.isInfinite(other.groupGammaSeconds())) {
      return false;
    }
    boolean close = self.rank() == other.rank() && self.demand().terms().priority() == other.demand().terms().priority()
        && Math.abs(self.key() - other.key()) <= SAME * Math.max(self.key(), other.key());
    boolean behind = order.indexOf(other) > at;
    return !close && behind == (USUAL.compare(self, other) > 0);
  }

  private String sentence(int at, Basis basis) {
    Standing self = order.get(at);
    String gamma = String.format(Locale.ROOT, "%s of %.3g s%s", self.demand().group().isPresent() ? "its group's Gamma" : "its Gamma",
        self.groupGammaSeconds(), self.demand().terms().weight() == 1 ? "" : " / weight " + self.demand().terms().weight());
    return switch (basis) {
      case ONLY_ONE -> "no other shuffle has anything to send";
      case DEADLINE -> "its deadline is promised, and promises come first";
      case DEADLINE_REFUSED -> self.allocation().problem().orElse("its deadline cannot be met") + "; it gets what others leave";
      case PRIORITY -> priority(at) + "; among equals, " + gamma;
      case SHORTEST -> "shortest first: " + gamma + compared(at);
      case SEARCH -> "simulations found an order in which the groups are done sooner on average; by " + gamma
          + " alone, the shuffle would have another place";
      case UNCONNECTED -> self.allocation().problem().orElse("a shuffle of its group has a bundle without a path");
      case POLICY -> "the order of policy " + round.allocation().policy();
    };
  }

  private String priority(int at) {
    if (order.get(at).demand().terms().priority() == ShuffleTerms.IDLE_PRIORITY) {
      return "none of its bytes have moved although it has rates, so all others go first";
    }
    Standing other = neighbour(at);
    return String.format(Locale.ROOT, "priority %d %s %s with %d", order.get(at).demand().terms().priority(), at == 0 ? "before" : "after",
        other.demand().id(), other.demand().terms().priority());
  }

  private String compared(int at) {
    Standing other = neighbour(at);
    if (order.get(at).goesWith(other)) {
      return "; " + other.demand().id() + " of the same group came " + (at == 0 ? "later" : "earlier");
    }
    return switch (other.rank()) {
      case 0 -> "; " + other.demand().id() + " before it has a promised deadline";
      case 2 -> "; " + other.demand().id() + " after it has a deadline that cannot be met";
      default -> String.format(Locale.ROOT, ", %s %s with %.3g s", at == 0 ? "before" : "after", other.demand().id(), other.key());
    };
  }
}
