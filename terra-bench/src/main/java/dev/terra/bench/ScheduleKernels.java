package dev.terra.bench;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.Allocation;
import dev.terra.schedule.BundleDemand;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.SchedulerConfig;
import dev.terra.schedule.ShuffleDemand;
import dev.terra.schedule.check.RandomShuffles;
import dev.terra.schedule.lp.LpProblem;
import dev.terra.schedule.lp.LpSolver;
import dev.terra.schedule.lp.PathSimplex;
import dev.terra.schedule.ortools.GlopSolver;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.schedule.policy.PolicyScheduler;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The kernels of scheduling: one program by either solver, one pair's paths, one whole round. Run from the repository's root. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ScheduleKernels {
  private static final int INSTANCES = 30;

  /** A file of topologies/. */
  @Param({"swan", "att"})
  public String topology;

  private Wan wan;
  private PathSets paths;
  private List<ShuffleDemand> shuffles;
  private final LpProblem problem = new LpProblem();
  private final LpSolver fast = new PathSimplex();
  private LpSolver reference;
  private int next;

  /** Makes the instances. */
  @Setup
  public void setUp() {
    wan = Topologies.load(Path.of("topologies", topology + ".yaml"));
    paths = new PathSets(wan, PathRules.defaults());
    RandomShuffles random = new RandomShuffles(wan, 1);
    shuffles = IntStream.range(0, INSTANCES).mapToObj(i -> random.next(0)).toList();
    reference = new GlopSolver();
  }

  private double solve(LpSolver solver) {
    problem.reset(wan.capacities());
    for (BundleDemand bundle : shuffles.get(next++ % INSTANCES).bundles()) {
      problem.add(paths.between(wan.indexOf(bundle.from()), wan.indexOf(bundle.to())), bundle.bytes());
    }
    return solver.solve(problem).lambda();
  }

  /** One program by the path simplex. */
  @Benchmark
  public double pathSimplex() {
    return solve(fast);
  }

  /** The same by OR-Tools, model building included. */
  @Benchmark
  public double orTools() {
    return solve(reference);
  }

  /** The path set of one pair, computed anew. */
  @Benchmark
  public int pathSet() {
    BundleDemand bundle = shuffles.get(next++ % INSTANCES).bundles().get(0);
    return paths.detours(wan.indexOf(bundle.from()), wan.indexOf(bundle.to()), wan.capacities()).size();
  }

  /** A round of 30 shuffles, policy terra, solved cold. */
  @Benchmark
  public Allocation round() {
    return new PolicyScheduler(SchedulerConfig.of(PolicyName.TERRA), paths).schedule(wan, shuffles, 0);
  }
}
