package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.core.wan.Payload;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.sim.ComputeModel;
import dev.terra.sim.ControllerDelay;
import dev.terra.sim.Evaluation;
import dev.terra.sim.RoundTrips;
import dev.terra.sim.SimulationOptions;
import dev.terra.sim.SimulationResult;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Computes what Terra would have saved for recorded shuffles. The same bytes are sent at the same times, once as TCP shares the links of
 * the shortest paths, and once as the controller schedules them, with chunks compressed as they were. Both are replayed, since other delays
 * of readers would occur in both cases; the measured time of the stock path is printed beside them. It is pure except for its seeded
 * resampling.
 */
final class Savings {
  private static final int RESAMPLES = 1_000;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  private final Wan wan;
  private final Trace trace;
  private final Map<String, Double> observed;
  private final Map<String, Double> stock;
  private final Map<String, Double> terra;

  /**
   * Replays a trace twice: with all bytes on the stock path, and with the compressed bytes by Terra.
   *
   * @param observedSeconds how long the stock path took, by shuffle; for all, some or none of the shuffles
   */
  Savings(Wan wan, Trace trace, Map<String, Double> observedSeconds, LongSupplier ticker) {
    this.wan = wan;
    this.trace = trace.at(wan);
    SimulationOptions options = new SimulationOptions(ComputeModel.off(1), List.of(), ControllerDelay.NONE, RoundTrips.NONE, true);
    Wan payload = wan.times(Payload.PLANNED_SHARE);
    this.observed = Map.copyOf(observedSeconds);
    Evaluation evaluation = new Evaluation(
        new Evaluation.Setting(payload, this.trace, PathRules.DEFAULT_PATHS, OptionalDouble.empty(), options), ticker);
    this.stock = seconds(evaluation.run(PolicyName.DEFAULT, (done, all) -> { }));
    this.terra = seconds(evaluation.run(PolicyName.TERRA_PLUS, (done, all) -> { }));
  }

  private static Map<String, Double> seconds(SimulationResult run) {
    return run.jobs().stream().collect(Collectors.toMap(SimulationResult.JobTime::id, SimulationResult.JobTime::seconds));
  }

  private static double bytes(TraceJob job) {
    return job.shuffles().stream().mapToDouble(TraceShuffle::bytes).sum();
  }

  /** Returns the share of the time that is saved, for some of the shuffles by their number. */
  private double share(int[] which) {
    double before = Arrays.stream(which).mapToDouble(i -> stock.get(trace.jobs().get(i).id())).sum();
    double after = Arrays.stream(which).mapToDouble(i -> terra.get(trace.jobs().get(i).id())).sum();
    return before > 0 ? 1 - after / before : 0;
  }

  /** Returns the saved share in samples of the shuffles, drawn with replacement, in ascending order: 95 % of them are the interval. */
  private double[] resampled(long seed) {
    Random random = new Random(seed);
    int shuffles = trace.jobs().size();
    double[] shares = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      shares[i] = share(random.ints(shuffles, 0, shuffles).toArray());
    }
    Arrays.sort(shares);
    return shares;
  }

  /** Returns the figures as JSON; times are in seconds, shares from 0 to 1 (below 0 if Terra would have taken longer). */
  ObjectNode json(long seed) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("wan", wan.name()).put("shuffles", trace.jobs().size());
    double before = stock.values().stream().mapToDouble(seconds -> seconds).sum();
    double after = terra.values().stream().mapToDouble(seconds -> seconds).sum();
    double[] shares = resampled(seed);
    root.put("bytes", trace.jobs().stream().mapToDouble(Savings::bytes).sum()).put("stockSeconds", before).put("terraSeconds", after)
        .put("savedSeconds", before - after).put("savedShare", before > 0 ? 1 - after / before : 0)
        .put("savedShareLow", shares[(int) (LOW * RESAMPLES)]).put("savedShareHigh", shares[(int) (HIGH * RESAMPLES)]);
    ArrayNode rows = root.putArray("items");
    trace.jobs().forEach(job -> rows.addObject().put("id", job.id()).put("atSeconds", job.arrivalSeconds()).put("bytes", bytes(job))
        .put("wireBytes", bytes(job.onLinks())).put("observedSeconds", observed.get(job.id())).put("stockSeconds", stock.get(job.id()))
        .put("terraSeconds", terra.get(job.id())));
    return root;
  }
}
