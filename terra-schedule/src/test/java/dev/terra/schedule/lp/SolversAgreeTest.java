package dev.terra.schedule.lp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SolversAgreeTest {
  @Test
  void agree() {
    for (String f : new String[]{"../topologies/swan.yaml", "/work/shared/data/topologies/gb4.gml", "/work/shared/data/topologies/AttMpls-with-bandwidth.gml"}) {
      Wan wan = Topologies.load(Path.of(f));
      PathSets sets = new PathSets(wan, PathRules.defaults());
      RandomShuffles shuffles = new RandomShuffles(wan, 1);
      Random random = new Random(2);
      PathSimplex fast = new PathSimplex();
      GlopSolver glop = new GlopSolver();
      double worst = 0;
      double worstGap = 0;
      double worstGlopGap = 0;
      long tf = 0;
      long tg = 0;
      int n = 600;
      for (int i = 0; i < n; i++) {
        ShuffleDemand s = shuffles.next(0);
        double[] cap = wan.capacities();
        int mode = i % 4;
        for (int e = 0; e < cap.length; e++) {
          if (mode == 1) cap[e] *= random.nextDouble();
          if (mode == 2) cap[e] *= Math.pow(10, -7 * random.nextDouble());
          if (mode == 3 && random.nextInt(5) == 0) cap[e] = random.nextBoolean() ? 0 : cap[e] * 1e-7;
        }
        LpProblem p = new LpProblem();
        p.reset(cap);
        for (BundleDemand b : s.bundles()) {
          double d = i % 3 == 0 ? Math.max(1, Math.pow(2, 62 * random.nextDouble())) : b.bytes();
          p.add(sets.between(wan.indexOf(b.from()), wan.indexOf(b.to())), d);
        }
        long t0 = System.nanoTime();
        LpSolution a = fast.solve(p);
        long t1 = System.nanoTime();
        LpSolution g = glop.solve(p);
        long t2 = System.nanoTime();
        tf += t1 - t0;
        tg += t2 - t1;
        if (a.lambda() == 0 && g.lambda() == 0) continue;
        double diff = Math.abs(a.lambda() / g.lambda() - 1);
        if (diff > 1e-6 || a.gap() > 1e-7) System.out.println(f + " #" + i + " K=" + p.size() + " fast " + a.lambda() + " gap " + a.gap() + " glop " + g.lambda() + " gap " + g.gap());
        worst = Math.max(worst, diff);
        worstGap = Math.max(worstGap, a.gap());
        worstGlopGap = Math.max(worstGlopGap, g.gap());
      }
      System.out.printf("%s worst %.2e gap %.2e glopgap %.2e fast %.4f ms glop %.3f ms pivots/LP %.1f%n", f, worst, worstGap, worstGlopGap, tf / 1e6 / n, tg / 1e6 / n, fast.pivots() / (double) n);
    }
    assertThat(true).isTrue();
  }
}
