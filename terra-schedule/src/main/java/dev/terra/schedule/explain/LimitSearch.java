package dev.terra.schedule.explain;

import com.google.common.collect.ImmutableList;
import dev.terra.core.wan.Wan;
import dev.terra.core.wan.WanResource;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolution;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.round.ActiveShuffle;
import dev.terra.schedule.policy.round.LinearPrograms;
import dev.terra.schedule.policy.round.ResidualNetwork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the links that determine a shuffle's Gamma: the links that have a price in an optimal solution of the dual of its program. Caps of
 * sites count as links.
 *
 * <p>Prices need not be unique. Example: A to B over three equal links has the paths A-B and A-C-B; the program can price A-C, or C-B, or
 * any mix of both. More capacity of one of the two gains nothing, more of both does. In terms of lambda as a function of the capacities,
 * which is concave: its slope to the right along a link is the <i>least</i> price that the link has in any optimal dual solution, its slope
 * to the left the <i>largest</i>. So a link is
 *
 * <ul>
 *   <li>a bottleneck by itself if lambda rises when it gets more (every optimal solution prices it);
 *   <li>named together with others if lambda only falls when it gets less (some optimal solution prices it). The others are found by
 *       leaving out more and more of all named links, as long as this link still makes a difference.
 * </ul>
 *
 * <p>Prices are found first, by the solver that also computes schedules; then the program is solved once or twice for each candidate link.
 * Path sets stay as they are, because tunnels follow them. A search has one owner.
 */
public final class LimitSearch {
  /** A link is a candidate if no more than this share of it is free: a link that has a price is full in every optimum. */
  private static final double FULL = 1e-6;
  /**
   * The share that is taken from a link to see whether lambda falls. It is so small that a link with some room to spare is not mistaken for
   * a full link.
   */
  private static final double LESS = 1e-5;
  /**
   * A price counts if its link's share of the whole bound is at least this. It is a thousand times the share that solving leaves uncertain.
   */
  private static final double LEAST_SHARE = 1e-6;
  /** Lambda counts as changed if it changes by more than this, relative. Certificates are usually closed to a hundredth of it. */
  private static final double CHANGED = 1e-9;
  /** The most programs that one search solves, in addition to two for each named link. They take half a second on the largest WANs. */
  private static final int PROGRAMS = 400;

  private final ResidualNetwork network;
  private final LinearPrograms programs;
  private final Wan wan;
  private final LpProblem problem = new LpProblem();
  private @Nullable ActiveShuffle shuffle;
  private double[] capacity = {};
  private double best;
  private int left;

  /** Makes a search over these paths; the solver solves its programs. */
  public LimitSearch(PathSets paths, LpSolver solver) {
    this.network = new ResidualNetwork(paths);
    this.programs = new LinearPrograms(paths, solver);
    this.wan = paths.wan();
  }

  /**
   * Returns what determines the Gamma of a shuffle on the WAN as it is at this time. Bundles without a path are left out of the program.
   */
  public GammaLimits limits(Wan now, ShuffleDemand demand) {
    network.update(now);
    capacity = network.capacity();
    shuffle = new ActiveShuffle(demand);
    shuffle.update(demand, network);
    left = PROGRAMS;
    if (shuffle.bundles().size() == 0) {
      return new GammaLimits(shuffle.unconnected().isPresent() ? Double.POSITIVE_INFINITY : 0, ImmutableList.of());
    }
    LpSolution solution = solve(capacity);
    best = solution.lambda();
    double[] share = shares(solution);
    int[] candidates = IntStream.range(0, share.length)
        .filter(link -> capacity[link] > 0 && (share[link] >= LEAST_SHARE || solution.load(link) >= capacity[link] * (1 - FULL))).toArray();
    return new GammaLimits(shuffle.unconnected().isPresent() ? Double.POSITIVE_INFINITY : 1 / best, limiting(candidates, share));
  }

  /** Returns Gamma if each of some links had {@code factor} times its capacity, seconds. */
  double gammaSeconds(Iterable<? extends WanResource> links, double factor) {
    double[] other = capacity.clone();
    links.forEach(link -> other[wan.indexOf(link)] *= factor);
    return 1 / solve(other).lambda();
  }

  private LpSolution solve(double[] capacities) {
    left--;
    Objects.requireNonNull(shuffle, "limits() comes first").bundles().load(problem, capacities, Integer.MAX_VALUE);
    return programs.solve(problem);
  }

  private double[] shares(LpSolution solution) {
    double[] share = new double[capacity.length];
    Arrays.setAll(share, link -> solution.price(link) * capacity[link]);
    double sum = Arrays.stream(share).sum();
    return Arrays.stream(share).map(value -> sum > 0 ? value / sum : 0).toArray();
  }

  private double lambda(int[] links, double factor) {
    return solve(with(links, factor)).lambda();
  }

  private double[] with(int[] links, double factor) {
    double[] other = capacity.clone();
    for (int link : links) {
      other[link] *= factor;
    }
    return other;
  }

  private ImmutableList<LimitingLink> limiting(int[] candidates, double[] share) {
    double[] wider = Arrays.stream(candidates).mapToDouble(link -> lambda(new int[] {link}, 1 + GammaLimits.STEP)).toArray();
    boolean[] alone = new boolean[candidates.length];
    boolean[] named = new boolean[candidates.length];
    for (int i = 0; i < candidates.length; i++) {
      alone[i] = wider[i] > best * (1 + CHANGED);
      named[i] = alone[i] || share[candidates[i]] >= LEAST_SHARE || lambda(new int[] {candidates[i]}, 1 - LESS) < best * (1 - CHANGED);
    }
    int[] all = IntStream.range(0, candidates.length).filter(i -> named[i]).map(i -> candidates[i]).toArray();
    List<LimitingLink> links = new ArrayList<>();
    for (int i = 0; i < candidates.length; i++) {
      if (named[i]) {
        int link = candidates[i];
        links.add(new LimitingLink(wan.resource(link), capacity[link], share[link], alone[i] ? 1 / best - 1 / wider[i] : 0,
            alone[i] ? ImmutableList.of() : companions(link, all)));
      }
    }
    links.sort(Comparator.comparingDouble((LimitingLink each) -> -each.gainSeconds()).thenComparing(each -> -each.share())
        .thenComparing(LimitingLink::link));
    return ImmutableList.copyOf(links);
  }

  /**
   * Returns a small set of links, without the link itself, together with which the link makes a difference. No link of the set can be left
   * out, unless the allowed programs were used up. The named links may not be enough, since so much more of them meets other links that are
   * nearly full. The set is then sought among all links: lambda grows as all capacities grow, and grows by less if one capacity stays as it
   * is.
   */
  private ImmutableList<WanResource> companions(int link, int[] named) {
    int[] set = matters(link, named) ? named : IntStream.range(0, capacity.length).filter(i -> capacity[i] > 0).toArray();
    for (int size = Math.max(1, set.length / 2); size >= 1; size /= 2) {
      for (int from = 0; from < set.length;) {
        int[] smaller = withoutPart(set, from, from + size, link);
        if (left >= 2 && smaller.length < set.length && matters(link, smaller)) {
          set = smaller;
        } else {
          from += size;
        }
      }
    }
    return Arrays.stream(without(set, link)).mapToObj(wan::resource).collect(ImmutableList.toImmutableList());
  }

  private static int[] withoutPart(int[] links, int from, int to, int kept) {
    return IntStream.range(0, links.length).filter(i -> i < from || i >= to || links[i] == kept).map(i -> links[i]).toArray();
  }

  /**
   * Returns whether more capacity of a set makes a lambda possible that is proved to be impossible if one link of the set stays as it is.
   */
  private boolean matters(int link, int[] set) {
    double with = lambda(set, 1 + GammaLimits.STEP);
    return with > solve(with(without(set, link), 1 + GammaLimits.STEP)).bound() + best * CHANGED;
  }

  private static int[] without(int[] links, int link) {
    return Arrays.stream(links).filter(each -> each != link).toArray();
  }
}
