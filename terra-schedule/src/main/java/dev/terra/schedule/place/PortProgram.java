package dev.terra.schedule.place;

import dev.terra.core.wan.SiteCap;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.lp.LpException;
import dev.terra.schedule.ortools.LinearProgram;
import dev.terra.schedule.ortools.LinearProgram.Method;
import dev.terra.schedule.ortools.LinearProgram.Outcome;
import java.util.Arrays;

/**
 * The linear programs of earlier systems, which model the WAN as one uplink and one downlink for each site. With the map output S_i of each
 * site, the capacities u_i and d_i of its links out and in (or its caps, if these are less), and the share r_i of the reducers, they
 * minimise T + C with
 *
 * <ul>
 *   <li>{@code sum over i of r_i = 1};
 *   <li>{@code S_i (1 - r_i) <= u_i T} and {@code r_i (S - S_i) <= d_i T} for each site, where S is all output;
 *   <li>{@code r_i n t / k_i <= C} for each site, in Tetrium's program; Iridium's program has no C.
 * </ul>
 *
 * <p>Sources: Pu et al., "Low Latency Geo-distributed Data Analytics" (SIGCOMM 2015), section 4.1, and Hung et al., "Wide-area Analytics
 * with Multiple Resources" (EuroSys 2018), section 3.2. Example: with 6 GB at one site, 3 GB at another and 1 GB/s up and down at each, 2/3
 * and 1/3 of the reducers make all four take 2 s.
 */
final class PortProgram {
  private final StageOnWan stage;
  private final double timeUnit;
  private final double[] up;
  private final double[] down;

  /** Makes a program; {@code timeUnit} is a time near the program's times, seconds, above 0. */
  PortProgram(StageOnWan stage, double timeUnit) {
    this.stage = stage;
    this.timeUnit = timeUnit;
    this.up = new double[stage.sites()];
    this.down = new double[stage.sites()];
    Wan wan = stage.wan();
    for (int link = 0; link < wan.links().size(); link++) {
      up[wan.indexOf(wan.links().get(link).id().from())] += stage.capacity()[link];
      down[wan.indexOf(wan.links().get(link).id().to())] += stage.capacity()[link];
    }
    for (SiteCap cap : wan.caps()) {
      double[] ports = cap.direction() == SiteCap.Direction.EGRESS ? up : down;
      int site = wan.indexOf(cap.site());
      ports[site] = Math.min(ports[site], stage.capacity()[wan.indexOf(cap)]);
    }
  }

  /** Returns the best shares by one of the programs, one for each site by its index in the WAN. */
  double[] shares(RivalName name) {
    for (Method method : Method.values()) {
      try (LinearProgram program = new LinearProgram(method)) {
        int[] shares = build(program, name);
        if (program.minimise() == Outcome.OPTIMAL) {
          return Arrays.stream(shares).mapToDouble(share -> share < 0 ? 0 : Math.max(0, program.value(share))).toArray();
        }
      }
    }
    throw new LpException("no site that may run reducers has links from and to the sites with map output");
  }

  private int[] build(LinearProgram program, RivalName name) {
    int time = program.variable(0, Double.POSITIVE_INFINITY);
    int compute = program.variable(0, Double.POSITIVE_INFINITY);
    program.cost(time, 1);
    program.cost(compute, 1);
    int all = program.row(1, 1);
    double bytes = 0;
    for (int site = 0; site < stage.sites(); site++) {
      bytes += stage.output(site);
    }
    int[] shares = new int[stage.sites()];
    for (int site = 0; site < shares.length; site++) {
      shares[site] = program.variable(0, (double) stage.most(site) / stage.reducers());
      program.set(all, shares[site], 1);
      if (stage.output(site) > 0) {
        atMost(program, shares[site], -stage.output(site), time, up[site], -stage.output(site));
      }
      atMost(program, shares[site], bytes - stage.output(site), time, down[site], 0);
      if (name == RivalName.TETRIUM && stage.slots(site) > 0) {
        atMost(program, shares[site], stage.computeSeconds(site, stage.reducers()), compute, 1, 0);
      }
    }
    return shares;
  }

  /** Adds the row {@code bytes * share <= rate * time + more}. */
  private void atMost(LinearProgram program, int share, double bytes, int time, double rate, double more) {
    double unit = rate > 0 ? rate * timeUnit : Math.max(1, Math.abs(bytes));
    int row = program.row(Double.NEGATIVE_INFINITY, more / unit);
    program.set(row, share, bytes / unit);
    program.set(row, time, rate > 0 ? -1 : 0);
  }
}
