package dev.terra.sim;

import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.SimulationResult.CoflowTime;
import dev.terra.sim.SimulationResult.JobTime;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import dev.terra.sim.trace.TraceGenerator;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.assertj.core.data.Percentage;

/**
 * The WAN and the shuffles of the dissertation's section 2.3. In units of a million bytes, A-B carries 10 a second, B-C 4 and A-C 10.
 * Coflow 1 sends 40 units from A to B. Coflow 2 sends 40 units from A to B and 80 from C to B.
 */
final class Fixtures {
  static final double UNIT = 1e6;

  private Fixtures() {}

  static Wan triangle() {
    return wan("triangle", "A-B 10", "B-C 4", "A-C 10");
  }

  /** Returns a WAN of links such as {@code "A-B 10"}: in both directions, in units per second, with a latency of 10 ms. */
  static Wan wan(String name, String... links) {
    List<Link> all = new ArrayList<>();
    for (String text : links) {
      String[] words = text.split("[- ]");
      LinkId id = LinkId.of(words[0], words[1]);
      for (LinkId direction : List.of(id, id.reversed())) {
        all.add(new Link(direction, new Bandwidth(Double.parseDouble(words[2]) * UNIT), Duration.ofMillis(10),
            OptionalDouble.empty()));
      }
    }
    List<Site> sites = all.stream().map(link -> link.id().from()).distinct().sorted().map(site -> Site.of(site.name())).toList();
    return new Wan(name, sites, all);
  }

  /** Returns a job of one coflow of bundles such as {@code "A>B 40"}, in units. */
  static TraceJob job(String id, double arrival, String... bundles) {
    List<SiteBytes> matrix = Arrays.stream(bundles).map(text -> text.split("[> ]"))
        .map(words -> new SiteBytes(new SiteId(words[0]), new SiteId(words[1]), Double.parseDouble(words[2]) * UNIT, 1)).toList();
    Stage map = new Stage("map", Map.of(matrix.get(0).from(), 1));
    Stage reduce = new Stage("reduce", Map.of(matrix.get(0).to(), 1));
    return new TraceJob(id, arrival, List.of(map, reduce), List.of(TraceShuffle.of("map", "reduce", matrix)));
  }

  static Trace workedExample() {
    return new Trace("section 2.3", List.of(job("1", 0, "A>B 40"), job("2", 0, "A>B 40", "C>B 80")), List.of());
  }

  static SimulationResult run(Wan wan, Trace trace, PolicyName policy, SimulationOptions options) {
    return new Evaluation(new Evaluation.Setting(
        wan, trace, PathRules.DEFAULT_PATHS, OptionalDouble.empty(), options), () -> 0).run(policy, (done, all) -> { });
  }

  /** Returns jobs with a load of 0.9, whose shuffles have 40 units on average. */
  static Trace generate(Wan wan, Shape shape, int jobs, long seed) {
    Gammas gammas = new Gammas(new PathSets(wan, PathRules.defaults()));
    return TraceGenerator.generate(
        wan, new TraceGenerator.Spec(jobs, OptionalDouble.of(0.9), shape, 40 * UNIT, seed), gammas::secondsToSendAll);
  }

  static Map<String, Double> secondsByJob(SimulationResult run) {
    return run.jobs().stream().collect(Collectors.toMap(JobTime::id, JobTime::seconds));
  }

  /** Returns a tolerance that is a part of the expected value. */
  static Percentage relative(double part) {
    return Percentage.withPercentage(100 * part);
  }

  static double averageJob(SimulationResult run) {
    return run.jobs().stream().mapToDouble(JobTime::seconds).average().orElseThrow();
  }

  static double averageCoflow(SimulationResult run) {
    return run.coflows().stream().mapToDouble(CoflowTime::seconds).average().orElseThrow();
  }
}
