package dev.terra.core.balance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Members as players of a Markov potential game, each with a linear actor-critic (Malcolm: Abbasi Abyaneh, University of Waterloo, 2022,
 * chapters 4 and 5). All are paid alike: minus the imbalance of the loads x = queue / rate, minus what moving costs.
 *
 * <p>The actor gives a piece to member j with a chance in proportion to exp(w . f(j)). The features f(j) are how much shorter j's wait is
 * than the mean one, in beats; the logarithm of j's rate by the mean rate; and 1 for the member itself. With weights of 1, 1 and 0, all
 * members' pieces together are such that waits that differ are about equal a beat later: they do not all run to the shortest queue. A
 * second actor of two features chooses from which member one with nothing to do takes. The critic is linear in 1, the imbalance and the
 * mean wait.
 *
 * <p>At each beat, d = payoff + g V(x') - V(x); the critic moves by a d grad V(x), the actors by b d times the mean gradient of the
 * logarithm of the chances of what they chose. Weights have bounds. Now and then, members take the mean of all their weights
 * ({@link #consensus}).
 *
 * @param give the actor's weights, 3
 * @param take the second actor's weights, 2
 * @param critic the critic's weights, 3
 */
public record MalcolmPolicy(ImmutableDoubleArray give, ImmutableDoubleArray take, ImmutableDoubleArray critic) implements BalancePolicy {
  private static final int FEATURES = 3;
  private static final int TAKE_FEATURES = 2;
  private static final double DISCOUNT = .8;
  private static final double CRITIC_RATE = .01;
  private static final double ACTOR_RATE = .02;
  private static final double MOVE_COST = .002;
  /** Larger surprises are noise, or a change that one beat need not answer. */
  private static final double MOST_SURPRISE = 1;
  private static final double MOST_CRITIC = 20;
  private static final List<Double> LEAST_GIVE = List.of(.3, .7, -.5);
  private static final List<Double> MOST_GIVE = List.of(3.0, 1.3, 2.0);
  private static final List<Double> LEAST_TAKE = List.of(1.0, -3.0);
  private static final List<Double> MOST_TAKE = List.of(8.0, 1.0);

  /** Checks the numbers of weights. */
  public MalcolmPolicy {
    checkArgument(give.length() == FEATURES && take.length() == TAKE_FEATURES && critic.length() == FEATURES,
        "weights: expected 3, 2 and 3, got %s, %s and %s", give, take, critic);
  }

  /** The state before anything was learned. */
  public static MalcolmPolicy first() {
    return new MalcolmPolicy(ImmutableDoubleArray.of(1, 1, 0), ImmutableDoubleArray.of(3, -1), ImmutableDoubleArray.of(0, -1, 0));
  }

  /** All members' weights become their mean. */
  public static MalcolmPolicy consensus(List<MalcolmPolicy> all) {
    return new MalcolmPolicy(mean(all, MalcolmPolicy::give), mean(all, MalcolmPolicy::take), mean(all, MalcolmPolicy::critic));
  }

  private static ImmutableDoubleArray mean(List<MalcolmPolicy> all, Function<MalcolmPolicy, ImmutableDoubleArray> part) {
    double[] sums = new double[part.apply(all.get(0)).length()];
    for (int i = 0; i < sums.length; i++) {
      int feature = i;
      ToDoubleFunction<MalcolmPolicy> weight = one -> part.apply(one).get(feature);
      sums[i] = all.stream().mapToDouble(weight).average().orElseThrow();
    }
    return ImmutableDoubleArray.copyOf(sums);
  }

  @Override
  public int target(GroupLoads loads, long draw) {
    return drawn(chances(loads), draw);
  }

  @Override
  public int source(GroupLoads loads, long draw) {
    return drawn(takeChances(loads), draw);
  }

  private static int drawn(double[] chances, long draw) {
    double left = BalancePolicy.uniform(draw);
    for (int i = 0; i < chances.length - 1; i++) {
      left -= chances[i];
      if (left < 0) {
        return i;
      }
    }
    return chances.length - 1;
  }

  /** The chance of each member to get a piece. */
  double[] chances(GroupLoads loads) {
    double mean = loads.meanLoad();
    double meanRate = loads.meanRate();
    double[] scores = new double[loads.members()];
    for (int i = 0; i < scores.length; i++) {
      for (int k = 0; k < FEATURES; k++) {
        scores[i] += give.get(k) * feature(loads, i, k, mean, meanRate);
      }
    }
    return softmax(scores);
  }

  private static double feature(GroupLoads loads, int member, int number, double meanLoad, double meanRate) {
    return switch (number) {
      case 0 -> meanLoad - loads.load(member);
      case 1 -> Math.log(loads.rates().get(member) / meanRate);
      default -> member == loads.self() ? 1 : 0;
    };
  }

  /** The chance of each member to be taken from; the own one stands for none. */
  double[] takeChances(GroupLoads loads) {
    double[] scores = new double[loads.members()];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = i == loads.self() ? 0 : take.get(0) * loads.load(i) + take.get(1);
    }
    return softmax(scores);
  }

  private static double[] softmax(double[] scores) {
    double most = Double.NEGATIVE_INFINITY;
    for (double score : scores) {
      most = Math.max(most, score);
    }
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = Math.exp(scores[i] - most);
      sum += scores[i];
    }
    for (int i = 0; i < scores.length; i++) {
      scores[i] /= sum;
    }
    return scores;
  }

  @Override
  public MalcolmPolicy after(Beat beat) {
    double payoff = -beat.now().imbalance() - MOVE_COST * beat.moved() / beat.now().members();
    double surprise = payoff + DISCOUNT * value(beat.now()) - value(beat.before());
    double bounded = Math.max(-MOST_SURPRISE, Math.min(surprise, MOST_SURPRISE));
    return new MalcolmPolicy(moved(give, giveGradient(beat), ACTOR_RATE * bounded, LEAST_GIVE, MOST_GIVE),
        moved(take, takeGradient(beat), ACTOR_RATE * bounded, LEAST_TAKE, MOST_TAKE), learned(beat.before(), CRITIC_RATE * bounded));
  }

  private double value(GroupLoads loads) {
    return critic.get(0) + critic.get(1) * loads.imbalance() + critic.get(2) * loads.meanLoad();
  }

  private ImmutableDoubleArray learned(GroupLoads loads, double by) {
    double[] gradient = {1, loads.imbalance(), loads.meanLoad()};
    List<Double> most = List.of(MOST_CRITIC, MOST_CRITIC, MOST_CRITIC);
    List<Double> least = List.of(-MOST_CRITIC, -MOST_CRITIC, -MOST_CRITIC);
    return moved(critic, gradient, by, least, most);
  }

  /** The mean of the chosen members' features, less the mean by the chances. */
  private double[] giveGradient(Beat beat) {
    GroupLoads loads = beat.before();
    double count = beat.given().stream().sum();
    double[] chances = chances(loads);
    double[] gradient = new double[FEATURES];
    for (int i = 0; count > 0 && i < chances.length; i++) {
      for (int k = 0; k < FEATURES; k++) {
        gradient[k] += (beat.given().get(i) / count - chances[i]) * feature(loads, i, k, loads.meanLoad(), loads.meanRate());
      }
    }
    return gradient;
  }

  private double[] takeGradient(Beat beat) {
    GroupLoads loads = beat.before();
    double count = beat.taken().stream().sum();
    double[] chances = takeChances(loads);
    double[] gradient = new double[TAKE_FEATURES];
    for (int i = 0; count > 0 && i < chances.length; i++) {
      double more = beat.taken().get(i) / count - chances[i];
      gradient[0] += i == loads.self() ? 0 : more * loads.load(i);
      gradient[1] += i == loads.self() ? 0 : more;
    }
    return gradient;
  }

  private static ImmutableDoubleArray moved(ImmutableDoubleArray weights, double[] gradient, double by, List<Double> least,
      List<Double> most) {
    double[] next = new double[weights.length()];
    for (int i = 0; i < next.length; i++) {
      next[i] = Math.max(least.get(i), Math.min(weights.get(i) + by * gradient[i], most.get(i)));
    }
    return ImmutableDoubleArray.copyOf(next);
  }
}
