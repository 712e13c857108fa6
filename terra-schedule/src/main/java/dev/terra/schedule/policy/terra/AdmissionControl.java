package dev.terra.schedule.policy.terra;

import com.google.common.collect.ImmutableMap;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.ServiceOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Decides which deadlines are promised, and keeps promises. A shuffle with a deadline is examined once, when it first appears. If its
 * Gamma, on what earlier promises leave, is within its deadline, it is admitted: from then on it is served before all others, just fast
 * enough. Otherwise it is rejected, with the reason, and gets what others leave. A promise is kept as long as the WAN does not shrink and
 * the shuffle does not grow. Where paths are steady, a promise without any spare time may be late by
 * {@link dev.terra.schedule.policy.round.LinearPrograms#STEADY}. A changed deadline is decided again.
 */
final class AdmissionControl {
  /** Promised shuffles are planned faster by this factor than they must be, so that rounding and late reports do not break a promise. */
  private static final double HEAD_START = 1.01;

  private final Planner planner;
  private final OrderedPlans plans;
  private final Map<ActiveShuffle, OptionalDouble> decidedFor = new HashMap<>();
  private final Set<ActiveShuffle> admitted = new HashSet<>();
  private final Map<ActiveShuffle, String> rejected = new HashMap<>();

  AdmissionControl(Planner planner, OrderedPlans plans) {
    this.planner = planner;
    this.plans = plans;
  }

  /**
   * Starts a round with these shuffles. A decision remains valid as long as its shuffle is present and the shuffle's deadline is the same.
   */
  void begin(Collection<ActiveShuffle> shuffles) {
    if (!decidedFor.isEmpty()) {
      decidedFor.keySet().retainAll(new HashSet<>(shuffles));
      decidedFor.entrySet().removeIf(decision -> !decision.getValue().equals(deadlineOf(decision.getKey())));
      admitted.retainAll(decidedFor.keySet());
      rejected.keySet().retainAll(decidedFor.keySet());
    }
  }

  private static OptionalDouble deadlineOf(ActiveShuffle shuffle) {
    return shuffle.demand().terms().deadlineSeconds();
  }

  /** Returns the shuffles whose deadlines cannot be met, with the reasons. */
  ImmutableMap<ActiveShuffle, String> rejections() {
    return ImmutableMap.copyOf(rejected);
  }

  boolean isRejected(ActiveShuffle shuffle) {
    return rejected.containsKey(shuffle);
  }

  /** Returns the shuffles without a promise in the policy's order; rejected shuffles are last. */
  List<ActiveShuffle> withoutPromise(List<ActiveShuffle> shuffles, UnaryOperator<List<ActiveShuffle>> order) {
    List<ActiveShuffle> others = shuffles.stream().filter(shuffle -> !admitted.contains(shuffle)).toList();
    List<ActiveShuffle> result = new ArrayList<>(others.size());
    result.addAll(order.apply(others.stream().filter(shuffle -> !isRejected(shuffle)).toList()));
    result.addAll(order.apply(others.stream().filter(this::isRejected).toList()));
    return result;
  }

  /** Keeps the promises that were made, decides new deadlines, and returns the shuffles that have a promise. */
  List<ActiveShuffle> serve(List<ActiveShuffle> shuffles, double nowSeconds) {
    List<ActiveShuffle> promised = new ArrayList<>(shuffles.stream().filter(admitted::contains).toList());
    List<ActiveShuffle> undecided = new ArrayList<>(shuffles.stream().filter(this::isUndecided).toList());
    promised.sort(ServiceOrder.BY_ARRIVAL);
    undecided.sort(ServiceOrder.BY_ARRIVAL);
    promised.forEach(shuffle -> keep(shuffle, secondsLeft(shuffle, nowSeconds)));
    for (ActiveShuffle shuffle : undecided) {
      decidedFor.put(shuffle, deadlineOf(shuffle));
      Optional<String> reason = decide(shuffle, secondsLeft(shuffle, nowSeconds));
      if (reason.isPresent()) {
        rejected.put(shuffle, reason.get());
      } else {
        admitted.add(shuffle);
        promised.add(shuffle);
      }
    }
    return promised;
  }

  private boolean isUndecided(ActiveShuffle shuffle) {
    return deadlineOf(shuffle).isPresent() && !decidedFor.containsKey(shuffle);
  }

  private static double secondsLeft(ActiveShuffle shuffle, double nowSeconds) {
    return deadlineOf(shuffle).orElseThrow() - nowSeconds;
  }

  private void keep(ActiveShuffle shuffle, double secondsLeft) {
    RatePlan plan = plans.plan(shuffle);
    if (!plan.isNone()) {
      double share = secondsLeft > 0 ? Math.min(1, HEAD_START * plan.secondsFor(shuffle) / secondsLeft) : 1;
      planner.apply(shuffle.bundles(), plan, share);
    }
  }

  /** Decides a deadline. It gives the shuffle its rates and returns empty, or returns why the shuffle cannot be done in time. */
  private Optional<String> decide(ActiveShuffle shuffle, double secondsLeft) {
    if (shuffle.unconnected().isPresent()) {
      return Optional.of("deadline cannot be met: " + shuffle.unconnected().get());
    }
    if (shuffle.bundles().size() == 0) {
      return Optional.empty();
    }
    RatePlan plan = plans.plan(shuffle);
    double gamma = plan.secondsFor(shuffle);
    if (gamma > secondsLeft) {
      String need = plan.isNone() ? "spare capacity for every bundle" : String.format(Locale.ROOT, "%.6g s", gamma);
      return Optional.of(String.format(
          Locale.ROOT, "deadline cannot be met: needs %s on what is left, has %.6g s", need, secondsLeft));
    }
    planner.apply(shuffle.bundles(), plan, Math.min(1, HEAD_START * gamma / secondsLeft));
    return Optional.empty();
  }
}
