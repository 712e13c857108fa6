package dev.terra.core.balance;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.primitives.ImmutableDoubleArray;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A linear actor-critic that each member of a group runs as a player of a Markov potential game (Malcolm: Abbasi Abyaneh, University of
 * Waterloo, 2022, chapters 4 and 5). All members have the same payoff: minus the imbalance of the loads x = queue / rate, minus the cost of
 * moving pieces.
 *
 * <p>The actor gives a piece to member j with a probability in proportion to exp(w . f(j)). The features f(j) are the mean load minus the
 * load of j, in beats; the logarithm of the ratio of j's rate to the mean rate; and 1 for the member itself, else 0. With weights of 1, 1
 * and 0, the pieces of all members together make different loads about equal a beat later; they do not all go to the shortest queue. A
 * second actor with two features chooses the member from which a member without work takes a piece. The critic is linear in 1, the
 * imbalance and the mean load.
 *
 * <p>At each beat, d = payoff + g V(x') - V(x). The critic's weights change by a d grad V(x), the actors' by b d times the mean gradient of
 * the logarithm of the probabilities of their choices. All weights have bounds. From time to time, members take the mean of all their
 * weights ({@link #consensus}).
 *
 * @param give the 3 weights of the actor that gives pieces
 * @param take the 2 weights of the actor that takes pieces
 * @param critic the 3 weights of the critic
 */
public record MalcolmPolicy(ImmutableDoubleArray give, ImmutableDoubleArray take, ImmutableDoubleArray critic) implements BalancePolicy {
  private static final int FEATURES = 3;
  private static final int TAKE_FEATURES = 2;
  private static final double DISCOUNT = .8;
  private static final double CRITIC_RATE = .01;
  private static final double ACTOR_RATE = .02;
  private static final double MOVE_COST = .002;
  /** The bound of d. Larger values are noise, or a change that one beat need not make up for. */
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

  /** Returns the state before anything has been learned. */
  public static MalcolmPolicy first() {
    return new MalcolmPolicy(ImmutableDoubleArray.of(1, 1, 0), ImmutableDoubleArray.of(3, -1), ImmutableDoubleArray.of(0, -1, 0));
  }

  /** Returns the policy whose weights are the means of all members' weights. */
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

  /** Returns the probability of each member to get a piece. */
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

  /**
   * Returns for each member the probability that a piece is taken from it; the entry of {@code loads.self()} is the probability that
   * nothing is taken.
   */
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

  /** Returns the mean of the features of the chosen members, minus the mean that the probabilities give. */
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
