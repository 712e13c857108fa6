package dev.terra.schedule.policy;

import dev.terra.schedule.policy.ShuffleState.Admission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * Deadlines. A shuffle that has one is looked at once, when it first appears: if Gamma on what the promises made before leave is
 * within its deadline, it is admitted and from then on served before all others, just fast enough; otherwise it is rejected, with
 * the reason, and gets what others leave. A promise is kept as long as the WAN does not shrink and the shuffle does not grow.
 */
final class Promises {
  /** Promised shuffles run a little faster than they must, so that rounding and late reports do not break a promise. */
  private static final double HEAD_START = 1.01;

  private final Programmes programmes;

  Promises(Programmes programmes) {
    this.programmes = programmes;
  }

  /** The shuffles without a promise, in the policy's order, the rejected ones last. */
  static List<ShuffleState> withoutPromise(List<ShuffleState> shuffles, UnaryOperator<List<ShuffleState>> order) {
    List<ShuffleState> result = new ArrayList<>(shuffles.size());
    for (Admission admission : List.of(Admission.OPEN, Admission.REJECTED)) {
      result.addAll(order.apply(shuffles.stream().filter(shuffle -> shuffle.admission() == admission).toList()));
    }
    return result;
  }

  /** Keeps the promises made, decides about new deadlines, and returns the shuffles that have a promise. */
  List<ShuffleState> serve(List<ShuffleState> shuffles, double nowSeconds) {
    List<ShuffleState> promised = new ArrayList<>();
    List<ShuffleState> undecided = new ArrayList<>();
    for (ShuffleState shuffle : shuffles) {
      if (shuffle.admission() == Admission.ADMITTED) {
        promised.add(shuffle);
      } else if (shuffle.admission() == Admission.OPEN && shuffle.demand().terms().deadlineSeconds().isPresent()) {
        undecided.add(shuffle);
      }
    }
    promised.sort(Order.BY_ARRIVAL);
    undecided.sort(Order.BY_ARRIVAL);
    promised.forEach(shuffle -> keep(shuffle, secondsLeft(shuffle, nowSeconds)));
    for (ShuffleState shuffle : undecided) {
      if (decide(shuffle, nowSeconds)) {
        promised.add(shuffle);
      }
    }
    return promised;
  }

  private static double secondsLeft(ShuffleState shuffle, double nowSeconds) {
    return shuffle.demand().terms().deadlineSeconds().orElseThrow() - nowSeconds;
  }

  private void keep(ShuffleState shuffle, double secondsLeft) {
    Plan plan = programmes.plan(shuffle, programmes.network().residual(), shuffle.orderedPlan(Detours.ANY));
    if (!plan.isNone()) {
      double gamma = shuffle.fraction() / plan.lambda();
      programmes.apply(shuffle, plan, secondsLeft > 0 ? Math.min(1, HEAD_START * gamma / secondsLeft) : 1);
    }
  }

  private boolean decide(ShuffleState shuffle, double nowSeconds) {
    double secondsLeft = secondsLeft(shuffle, nowSeconds);
    if (shuffle.unconnected().isPresent()) {
      shuffle.reject("deadline cannot be met: " + shuffle.unconnected().get());
      return false;
    }
    if (shuffle.size() == 0) {
      shuffle.admit();
      return true;
    }
    Plan plan = programmes.plan(shuffle, programmes.network().residual(), shuffle.orderedPlan(Detours.ANY));
    double gamma = plan.isNone() ? Double.POSITIVE_INFINITY : shuffle.fraction() / plan.lambda();
    if (gamma > secondsLeft) {
      String need = plan.isNone() ? "spare capacity for every bundle" : String.format(Locale.ROOT, "%.6g s", gamma);
      shuffle.reject(String.format(
          Locale.ROOT, "deadline cannot be met: needs %s on what is left, has %.6g s", need, secondsLeft));
      return false;
    }
    shuffle.admit();
    programmes.apply(shuffle, plan, Math.min(1, HEAD_START * gamma / secondsLeft));
    return true;
  }
}
