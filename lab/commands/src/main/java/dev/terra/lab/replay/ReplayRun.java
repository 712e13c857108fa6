package dev.terra.lab.replay;

import dev.terra.lab.replay.MeasuredRun.JobTime;
import dev.terra.lab.replay.MeasuredRun.Sample;
import dev.terra.lab.replay.MeasuredRun.ShuffleTime;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.RunCost;
import dev.terra.sim.SimulationResult.Utilisation;
import dev.terra.sim.SimulationResult.WanUse;
import dev.terra.sim.report.Distribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One way's replay, compared with the simulation of the same jobs.
 *
 * @param capacityBytesPerSecond of all links together, on the trace's scale of bytes on the wire and seconds of the
 *     trace
 */
record ReplayRun(Way way, MeasuredRun measured, SimulationResult simulated, double capacityBytesPerSecond) {
  /** A job's two times differ if they are farther apart than this share of the simulated time and {@link #DIFFERENT_SECONDS}. */
  private static final double DIFFERENT_SHARE = 0.10;
  private static final double DIFFERENT_SECONDS = 0.5;

  /**
   * A job whose two times differ.
   *
   * @param shuffle that lost or gained the most; empty if the job has none
   */
  record Difference(String job, double measuredSeconds, double simulatedSeconds, String shuffle, double shuffleSeconds) {
    double seconds() {
      return measuredSeconds - simulatedSeconds;
    }
  }

  Distribution measuredJobs() {
    return new Distribution(measured.jobs().stream().mapToDouble(JobTime::seconds));
  }

  Distribution simulatedJobs() {
    return new Distribution(simulated.jobs().stream().mapToDouble(SimulationResult.JobTime::seconds));
  }

  /** Returns the bytes x links that were carried, divided by what all links could have carried, 0 to 1, on the wire. */
  double wanUtilisation() {
    List<Sample> samples = measured.samples();
    return samples.size() < 2 ? 0 : share(samples.get(0), samples.get(samples.size() - 1));
  }

  private double share(Sample from, Sample to) {
    double seconds = to.atSeconds() - from.atSeconds();
    return seconds > 0 ? (total(to) - total(from)) / (seconds * capacityBytesPerSecond) : 0;
  }

  private static double total(Sample sample) {
    return sample.ipBytes().values().stream().mapToDouble(Long::doubleValue).sum();
  }

  /** Returns the mean of shuffle times divided by their Gammas. */
  double averageSlowdown() {
    Map<String, Double> gammas = coflows().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().gammaSeconds()));
    return measured.shuffles().stream().filter(shuffle -> gammas.getOrDefault(shuffle.id(), 0.0) > 0)
        .mapToDouble(shuffle -> shuffle.seconds() / gammas.get(shuffle.id())).average().orElse(0);
  }

  /** Returns the simulated shuffles by the name that they have on the wire. */
  private Map<String, CoflowTime> coflows() {
    Map<String, CoflowTime> byId = new HashMap<>();
    simulated.coflows().forEach(coflow -> byId.put(coflow.id().replaceAll("\\s", "_"), coflow));
    return byId;
  }

  /** Returns the jobs whose times differ, the largest difference first. */
  List<Difference> differences() {
    Map<String, Double> expected = simulated.jobs().stream()
        .collect(Collectors.toMap(SimulationResult.JobTime::id, SimulationResult.JobTime::seconds));
    Map<String, List<ShuffleTime>> shuffles = measured.shuffles().stream()
        .collect(Collectors.groupingBy(shuffle -> shuffle.id().substring(0, shuffle.id().lastIndexOf('/'))));
    Map<String, CoflowTime> coflows = coflows();
    return measured.jobs().stream().filter(job -> differs(job.seconds(), expected.get(job.id())))
        .map(job -> difference(job, expected.get(job.id()), shuffles.getOrDefault(job.id().replaceAll("\\s", "_"), List.of()), coflows))
        .sorted(Comparator.comparingDouble((Difference difference) -> -Math.abs(difference.seconds()))).toList();
  }

  private static boolean differs(double measured, double simulated) {
    double difference = Math.abs(measured - simulated);
    return difference > DIFFERENT_SECONDS && difference > DIFFERENT_SHARE * simulated;
  }

  private static Difference difference(JobTime job, double simulated, List<ShuffleTime> shuffles, Map<String, CoflowTime> coflows) {
    Function<ShuffleTime, Double> more = shuffle ->
        coflows.containsKey(shuffle.id()) ? shuffle.seconds() - coflows.get(shuffle.id()).seconds() : 0;
    double sign = Math.signum(job.seconds() - simulated);
    return shuffles.stream().max(Comparator.comparingDouble(shuffle -> sign * more.apply(shuffle)))
        .map(shuffle -> new Difference(job.id(), job.seconds(), simulated, shuffle.id(), more.apply(shuffle)))
        .orElse(new Difference(job.id(), job.seconds(), simulated, "", 0));
  }

  /** Returns the measurements in the form of a simulation's result, for the same charts. */
  SimulationResult asResult() {
    Map<String, CoflowTime> coflows = coflows();
    List<CoflowTime> times = measured.shuffles().stream().filter(shuffle -> coflows.containsKey(shuffle.id()))
        .map(shuffle -> new CoflowTime(shuffle.id(), shuffle.startSeconds(), shuffle.seconds(), coflows.get(shuffle.id()).gammaSeconds(),
            shuffle.bytes(), OptionalDouble.empty(), true)).toList();
    List<SimulationResult.JobTime> jobs = measured.jobs().stream()
        .map(job -> new SimulationResult.JobTime(job.id(), job.arrivalSeconds(), job.seconds())).toList();
    return new SimulationResult(
        way.label(), jobs, times, new WanUse(utilisation(), wanUtilisation()), new RunCost(0, List.of(), 0));
  }

  private List<Utilisation> utilisation() {
    List<Utilisation> uses = new ArrayList<>();
    List<Sample> samples = measured.samples();
    for (int i = 0; i + 1 < samples.size(); i++) {
      uses.add(new Utilisation(samples.get(i).atSeconds(), share(samples.get(i), samples.get(i + 1))));
    }
    samples.stream().skip(Math.max(0, samples.size() - 1)).forEach(last -> uses.add(new Utilisation(last.atSeconds(), 0)));
    return uses;
  }

  /** Returns what each directed link carried, bytes per second on the wire, over the trace's time. */
  Map<String, List<double[]>> linkRates(double speed) {
    List<Sample> samples = measured.samples();
    Map<String, List<double[]>> rates = new java.util.TreeMap<>();
    for (int i = 0; i + 1 < samples.size(); i++) {
      Sample from = samples.get(i);
      Sample to = samples.get(i + 1);
      double wireSeconds = (to.atSeconds() - from.atSeconds()) / speed;
      Stream.of(from).filter(any -> wireSeconds > 0).flatMap(any -> to.ipBytes().keySet().stream()).forEach(link ->
          rates.computeIfAbsent(link, key -> new ArrayList<>()).add(new double[] {(from.atSeconds() + to.atSeconds()) / 2,
              (to.ipBytes().get(link) - from.ipBytes().getOrDefault(link, 0L)) / wireSeconds}));
    }
    return rates;
  }
}
