package dev.terra.cli.demo;

import dev.terra.core.wan.Wan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the demo runs: two total-order sorts of different size at once, with input and one reducer at every site, and a small one
 * before them that warms the cluster up and is not measured. Every site holds the same share of the input, so of an input of D
 * bytes at n sites every ordered pair of sites shuffles D/n^2.
 *
 * @param jobs the measured jobs
 * @param warmUp the unmeasured one
 * @param scale factor on all link capacities of the topology
 * @param gammaSeconds the optimum for the measured jobs' cross-site bytes together, on the scaled capacities
 */
record DemoPlan(List<SortJob> jobs, SortJob warmUp, double scale, double gammaSeconds) {
  /** More sites than this do not fit the memory of an ordinary machine: each runs a NodeManager, a DataNode and its tasks. */
  static final int MAX_SITES = 8;
  /**
   * The optimum for each site that a site sends to: long enough to dwarf the start of tasks, of which all sites' share this machine's
   * cores, and short enough to watch.
   */
  private static final double GAMMA_SECONDS_PER_PEER = 12;
  private static final long LARGE_BYTES_PER_SITE = 40_000_000;
  private static final long SMALL_BYTES_PER_SITE = 12_000_000;
  private static final long WARM_UP_BYTES_PER_SITE = 100_000;

  /**
   * One sort.
   *
   * @param name for people, and the folder of its input and output
   * @param bytesPerSite input at each site, a multiple of a row
   */
  record SortJob(String name, long bytesPerSite) {}

  /** The plan for a WAN. */
  static DemoPlan of(Wan wan, Optional<Double> scale) {
    int sites = wan.sites().size();
    if (sites > MAX_SITES) {
      throw new IllegalArgumentException(wan.name() + " has " + sites + " sites; the demo runs a YARN node at each and takes at most "
          + MAX_SITES + " (try topologies/swan.yaml)");
    }
    List<SortJob> jobs = List.of(new SortJob("large", LARGE_BYTES_PER_SITE), new SortJob("small", SMALL_BYTES_PER_SITE));
    double bytesPerPair = jobs.stream().mapToLong(SortJob::bytesPerSite).sum() / (double) sites;
    double nominal = UnionGamma.seconds(wan, allPairs(wan, bytesPerPair));
    double factor = scale.orElse(nominal / (GAMMA_SECONDS_PER_PEER * (sites - 1)));
    return new DemoPlan(jobs, new SortJob("warm-up", WARM_UP_BYTES_PER_SITE), factor, nominal / factor);
  }

  private static List<UnionGamma.PairBytes> allPairs(Wan wan, double bytes) {
    List<UnionGamma.PairBytes> pairs = new ArrayList<>();
    for (var from : wan.sites()) {
      for (var to : wan.sites()) {
        if (!from.id().equals(to.id())) {
          pairs.add(new UnionGamma.PairBytes(from.id(), to.id(), bytes));
        }
      }
    }
    return pairs;
  }

  /** Where the input of a job is: one file for each site. */
  static String input(SortJob job) {
    return "/demo/input/" + job.name();
  }

  static String output(SortJob job, String run) {
    return "/demo/output/" + run + "/" + job.name();
  }
}
