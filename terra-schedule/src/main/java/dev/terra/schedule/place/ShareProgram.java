package dev.terra.schedule.place;

import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.ortools.LinearProgram;
import dev.terra.schedule.ortools.LinearProgram.Method;
import dev.terra.schedule.ortools.LinearProgram.Outcome;
import dev.terra.schedule.path.PathSet;
import java.util.Arrays;

/**
 * The linear program of a stage: the share r_j of the reducers at each site and the rates of the shuffle together. With the map output S_i
 * of each site, the share x_ijp of S_i that goes to site j over path p, link capacities c_e, the seconds t of a reducer, n reducers and
 * slots k_j, it minimises T + C with
 *
 * <ul>
 *   <li>{@code sum over j of r_j = 1};
 *   <li>{@code sum over p of x_ijp = r_j} for each i with an output and each other site j;
 *   <li>{@code sum of S_i x_ijp over the paths on link e <= c_e T} for each link, and so for each cap of a site;
 *   <li>{@code r_j n t / k_j <= C} for each site;
 *   <li>r_j n between the least and the most reducers of each site.
 * </ul>
 *
 * <p>{@link PortProgram} is this program for a WAN of one uplink and one downlink for each site.
 */
final class ShareProgram {
  /** The best shares of the reducers. */
  static final class Shares {
    private final double[] shares;
    private final double seconds;

    Shares(double[] shares, double seconds) {
      this.shares = shares;
      this.seconds = seconds;
    }

    /** Returns the share of each site by its index in the WAN. The caller must not change the array. */
    double[] shares() {
      return shares;
    }

    /** Returns the least T + C, seconds. */
    double seconds() {
      return seconds;
    }
  }

  private final StageOnWan stage;
  private final double timeUnit;

  /** Makes a program; {@code timeUnit} is a time near the program's times, seconds, above 0. */
  ShareProgram(StageOnWan stage, double timeUnit) {
    this.stage = stage;
    this.timeUnit = timeUnit;
  }

  /**
   * Solves the program.
   *
   * @throws LpException if no site can be reached from all outputs, or no solver finds shares
   */
  Shares solve() {
    for (Method method : Method.values()) {
      try (LinearProgram program = new LinearProgram(method)) {
        int[] shares = build(program);
        if (program.minimise() == Outcome.OPTIMAL) {
          double[] values = new double[shares.length];
          Arrays.setAll(values, site -> shares[site] < 0 ? 0 : Math.max(0, program.value(shares[site])));
          return new Shares(values, program.value() * timeUnit);
        }
      }
    }
    throw new LpException("no site that may run reducers can be reached from every site with map output");
  }

  private int[] build(LinearProgram program) {
    int time = program.variable(0, Double.POSITIVE_INFINITY);
    int compute = program.variable(0, Double.POSITIVE_INFINITY);
    program.cost(time, 1);
    program.cost(compute, 1);
    int all = program.row(1, 1);
    int[] shares = new int[stage.sites()];
    Arrays.fill(shares, -1);
    int[] links = new int[stage.capacity().length];
    Arrays.fill(links, -1);
    for (int to = 0; to < shares.length; to++) {
      if (stage.slots(to) > 0) {
        shares[to] = program.variable((double) stage.least(to) / stage.reducers(), (double) stage.most(to) / stage.reducers());
        program.set(all, shares[to], 1);
        int row = program.row(Double.NEGATIVE_INFINITY, 0);
        program.set(row, shares[to], stage.computeSeconds(to, stage.reducers()) / timeUnit);
        program.set(row, compute, -1);
        for (int from = 0; from < shares.length; from++) {
          if (from != to && stage.output(from) > 0) {
            send(program, stage.output(from), stage.paths(from, to), shares[to], links, time);
          }
        }
      }
    }
    return shares;
  }

  private void send(LinearProgram program, double bytes, PathSet paths, int share, int[] links, int time) {
    int whole = program.row(0, 0);
    program.set(whole, share, -1);
    for (int path = 0; path < paths.size(); path++) {
      if (PathSet.isOpen(paths.links(path), stage.capacity())) {
        int part = program.variable(0, Double.POSITIVE_INFINITY);
        program.set(whole, part, 1);
        for (int link : paths.links(path)) {
          if (links[link] < 0) {
            links[link] = program.row(Double.NEGATIVE_INFINITY, 0);
            program.set(links[link], time, -1);
          }
          program.set(links[link], part, bytes / stage.capacity()[link] / timeUnit);
        }
      }
    }
  }
}
