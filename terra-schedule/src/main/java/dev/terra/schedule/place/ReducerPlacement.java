package dev.terra.schedule.place;

import com.google.common.collect.ImmutableMap;
import dev.terra.core.units.WholeShares;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.place.ShareProgram.Shares;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the sites of a stage's reducers so that the shuffle, and the reducers after it, are done as soon as possible. The shares of the
 * linear program are rounded to whole reducers by largest remainders. Then one reducer at a time moves, or two sites' reducers change at
 * once, while that makes the sum shorter. It has one owner.
 */
public final class ReducerPlacement {
  /** The most placements that a search tries, each with a program of its own: at 25 sites, each change of one reducer six times over. */
  private static final int MOST_LOOKS = 4_000;
  /** A time must be shorter by at least this, relative, to count as shorter. */
  private static final double SHORTER = 1e-9;

  private final StageOnWan stage;
  private @Nullable Shares program;
  private int looks;

  /**
   * Makes a placement for one stage.
   *
   * @param paths the paths that the shuffle may take
   * @param now the same WAN with the capacities to plan with; a link that is absent from it is closed
   * @param solver the solver of the programs of single placements
   * @throws IllegalArgumentException if a site of the stage is not part of the WAN
   */
  public ReducerPlacement(PathSets paths, Wan now, ReducerStage stage, LpSolver solver) {
    this.stage = new StageOnWan(paths, now, stage, solver);
  }

  /** A placement that the search has tried. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Found(int[] counts, double seconds) {}

  /**
   * Returns the best placement that the search finds.
   *
   * @throws dev.terra.schedule.lp.LpException if no site that may run reducers can be reached from every site with map output
   */
  public StagePlacement best() {
    return best(MOST_LOOKS);
  }

  /**
   * Returns the best placement that a search finds among at most {@code mostLooks} placements, each of which has a program of its own.
   *
   * @param mostLooks at least 1, for the placement of the rounded shares
   * @throws dev.terra.schedule.lp.LpException as {@link #best()}
   */
  public StagePlacement best(int mostLooks) {
    looks = mostLooks;
    int[] counts = rounded(program().shares());
    Found best = new Found(counts, seconds(counts));
    for (Found better = step(best); better.seconds() < best.seconds() * (1 - SHORTER) && looks > 0; better = step(best)) {
      best = better;
    }
    return placement(best.counts());
  }

  /**
   * Returns where the reducers run according to a program that models each site as one uplink and one downlink, each with the sum of the
   * capacities of its links. The times of the placement are those on the real links.
   *
   * @param name the system whose program is solved
   */
  public StagePlacement rival(RivalName name) {
    return placement(rounded(new PortProgram(stage, timeUnit()).shares(name)));
  }

  /**
   * Returns a given placement with its times.
   *
   * @param reducers the number of reducers at each site; their sum is the number of reducers of the stage
   */
  public StagePlacement of(Map<SiteId, Integer> reducers) {
    int[] counts = new int[stage.sites()];
    for (int site = 0; site < counts.length; site++) {
      counts[site] = reducers.getOrDefault(stage.site(site), 0);
      if (counts[site] > 0 && stage.slots(site) == 0) {
        throw new IllegalArgumentException("site " + stage.site(site) + " has no slots for reducers");
      }
    }
    if (Arrays.stream(counts).sum() != stage.reducers()) {
      throw new IllegalArgumentException("expected " + stage.reducers() + " reducers, got " + Arrays.stream(counts).sum());
    }
    return placement(counts);
  }

  /** Returns the shares of the linear program, for the sites whose share is above 0. */
  public ImmutableMap<SiteId, Double> shares() {
    double[] shares = program().shares();
    return IntStream.range(0, shares.length).filter(site -> shares[site] > 0).boxed()
        .collect(ImmutableMap.toImmutableMap(stage::site, site -> shares[site]));
  }

  /** Returns the linear program's solution, which is computed once. */
  private Shares program() {
    Shares known = program;
    if (known == null) {
      known = new ShareProgram(stage, timeUnit()).solve();
      program = known;
    }
    return known;
  }

  private int[] rounded(double[] shares) {
    return WholeShares.of(shares, stage.reducers(), stage.most());
  }

  private StagePlacement placement(int[] counts) {
    ImmutableMap<SiteId, Integer> reducers = IntStream.range(0, counts.length).filter(site -> counts[site] > 0).boxed()
        .collect(ImmutableMap.toImmutableMap(stage::site, site -> counts[site]));
    return new StagePlacement(reducers, stage.shuffleSeconds(counts), stage.computeSeconds(counts), program().seconds());
  }

  /** Returns the time of all output over the widest link, seconds: a scale for the program's coefficients. */
  private double timeUnit() {
    double widest = Arrays.stream(stage.capacity()).max().orElse(0);
    double bytes = IntStream.range(0, stage.sites()).mapToDouble(stage::output).sum();
    return widest > 0 && bytes > 0 ? bytes / widest : 1;
  }

  private double seconds(int[] counts) {
    looks--;
    return stage.shuffleSeconds(counts) + stage.computeSeconds(counts);
  }

  /** Returns the best placement that differs from the given one in the site of one reducer; if none is better, in the sites of two. */
  private Found step(Found from) {
    Found best = moved(from, from);
    if (best.seconds() < from.seconds() * (1 - SHORTER)) {
      return best;
    }
    for (int out = 0; out < from.counts().length; out++) {
      for (int in = 0; in < from.counts().length && looks > 0; in++) {
        if (isMove(from.counts(), out, in)) {
          best = moved(new Found(move(from.counts(), out, in), Double.POSITIVE_INFINITY), best);
        }
      }
    }
    return best;
  }

  /** Returns the best of {@code best} and all placements that are one move away from {@code from}. */
  private Found moved(Found from, Found best) {
    Found found = best;
    for (int out = 0; out < from.counts().length; out++) {
      for (int in = 0; in < from.counts().length && looks > 0; in++) {
        if (isMove(from.counts(), out, in)) {
          int[] counts = move(from.counts(), out, in);
          double seconds = seconds(counts);
          found = seconds < found.seconds() ? new Found(counts, seconds) : found;
        }
      }
    }
    return found;
  }

  private boolean isMove(int[] counts, int out, int in) {
    return out != in && counts[out] > stage.least(out) && counts[in] < stage.most(in);
  }

  private static int[] move(int[] counts, int out, int in) {
    int[] moved = counts.clone();
    moved[out]--;
    moved[in]++;
    return moved;
  }
}
