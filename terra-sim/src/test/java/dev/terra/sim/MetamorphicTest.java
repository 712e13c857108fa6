package dev.terra.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.schedule.PolicyName;
import dev.terra.sim.trace.SiteBytes;
import dev.terra.sim.trace.Stage;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator.Shape;
import dev.terra.sim.trace.TraceJob;
import dev.terra.sim.trace.TraceShuffle;
import dev.terra.topology.RandomTopology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

/** Tests how the times of one run follow from those of another: units, names and distant parts of the WAN do not matter. */
class MetamorphicTest {
  private static final List<PolicyName> POLICIES = List.of(PolicyName.values());

  /** The policies whose rates depend only on the present shuffles, and not on the order of their arrival. */
  private static final Set<PolicyName> MEMORYLESS = EnumSet.of(PolicyName.DEFAULT, PolicyName.PARALLEL_TCP, PolicyName.MPTCP);
  private static final SimulationOptions PLAIN =
      new SimulationOptions(ComputeModel.off(1), List.of(), ControllerDelay.NONE, RoundTrips.NONE, false);

  private final Wan wan = Fixtures.triangle();

  private static Map<String, Double> run(Wan wan, Trace trace, PolicyName policy) {
    return Fixtures.secondsByJob(Fixtures.run(wan, trace, policy, PLAIN));
  }

  private static void assertSame(Map<String, Double> actual, Map<String, Double> expected, double factor) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach((job, seconds) -> assertThat(actual.get(job)).as("job %s", job)
        .isCloseTo(seconds * factor, within(1e-5 * seconds * factor + 1e-6 * factor)));
  }

  private static Wan times(Wan wan, double factor) {
    return wan.mapLinks(link -> link.withCapacity(link.capacity().times(factor)));
  }

  @Property(tries = 15)
  void moreBytesOnAsMuchWiderLinksTakeAsLong(@ForAll PolicyName policy, @ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed,
      @ForAll @DoubleRange(min = 1, max = 1000) double factor) {
    Trace trace = Fixtures.generate(wan, shape, 6, seed);

    assertSame(run(times(wan, factor), trace.scaled(factor, 1), policy), run(wan, trace, policy), 1);
  }

  /** In this case, two paths are equally long except for rounding. */
  @Example
  void roundingChoosesNoPath() {
    moreBytesOnAsMuchWiderLinksTakeAsLong(PolicyName.SIPHON, Shape.COFLOW, 31, 1.01);
  }

  @Property(tries = 15)
  void slowerClocksShowLongerTimes(@ForAll Shape shape, @ForAll @LongRange(max = 9999) long seed) {
    PolicyName policy = POLICIES.get((int) (seed % POLICIES.size()));
    Trace trace = Fixtures.generate(wan, shape, 6, seed);
    if (policy != PolicyName.TERRA_PLUS) { // Terra+ has a guard of age, which counts in seconds
      assertSame(run(times(wan, 0.5), trace.scaled(1, 0.5), policy), run(wan, trace, policy), 2);
    }
  }

  /** A WAN and a trace in which sites have other names, and everything is in another order. */
  private record Renamed(Wan wan, Trace trace) {
    static Renamed of(Wan wan, Trace trace, Map<SiteId, SiteId> names, Random random) {
      List<Site> sites = new ArrayList<>(wan.sites().stream().map(site -> Site.of(names.get(site.id()).name())).toList());
      List<Link> links = new ArrayList<>(wan.links().stream().map(link -> new Link(
          new LinkId(names.get(link.id().from()), names.get(link.id().to())), link.capacity(), link.latency(),
          link.egressUsdPerGigabyte())).toList());
      Collections.shuffle(sites, random);
      Collections.shuffle(links, random);
      List<TraceJob> jobs = trace.jobs().stream().map(job -> new TraceJob(job.id(), job.arrivalSeconds(),
          job.stages().stream().map(stage -> new Stage(stage.name(), renamed(stage.tasksBySite(), names))).toList(),
          job.shuffles().stream().map(shuffle -> new TraceShuffle(shuffle.from(), shuffle.to(), shuffle.bytes(), shuffle.deadlineSeconds(),
              renamed(shuffle.matrix(), names))).toList())).toList();
      return new Renamed(new Wan("renamed", sites, links), new Trace("renamed", jobs, List.of()));
    }

    private static List<SiteBytes> renamed(List<SiteBytes> matrix, Map<SiteId, SiteId> names) {
      return matrix.stream().map(entry ->
          new SiteBytes(names.get(entry.from()), names.get(entry.to()), entry.bytes(), entry.flows())).toList();
    }

    private static Map<SiteId, Integer> renamed(Map<SiteId, Integer> tasks, Map<SiteId, SiteId> names) {
      Map<SiteId, Integer> renamed = new HashMap<>();
      tasks.forEach((site, count) -> renamed.put(names.get(site), count));
      return renamed;
    }
  }

  @Property(tries = 15)
  void namesOfSitesDoNotMatter(@ForAll @LongRange(max = 9999) long seed) {
    Random random = new Random(seed);
    Wan six = RandomTopology.generate(6, 9, seed);
    Trace trace = Fixtures.generate(six, Shape.COFLOW, 6, seed);
    List<SiteId> names = new ArrayList<>(six.sites().stream().map(Site::id).toList());
    Collections.shuffle(names, random);
    Map<SiteId, SiteId> other = new TreeMap<>();
    for (int site = 0; site < names.size(); site++) {
      other.put(six.sites().get(site).id(), names.get(site));
    }
    Renamed renamed = Renamed.of(six, trace, other, random);

    MEMORYLESS.forEach(policy -> assertSame(run(renamed.wan(), renamed.trace(), policy), run(six, trace, policy), 1));
    Map<String, Double> gammas = gammas(six, trace);
    gammas(renamed.wan(), renamed.trace()).forEach((coflow, gamma) ->
        assertThat(gamma).as("Gamma of %s", coflow).isCloseTo(gammas.get(coflow), Fixtures.relative(1e-6)));
  }

  private static Map<String, Double> gammas(Wan wan, Trace trace) {
    Map<String, Double> gammas = new TreeMap<>();
    Fixtures.run(wan, trace, PolicyName.TERRA, PLAIN).coflows().forEach(coflow -> gammas.put(coflow.id(), coflow.gammaSeconds()));
    return gammas;
  }

  @Property(tries = 15)
  void whatRunsElsewhereDoesNotMatter(@ForAll @LongRange(max = 9999) long seed) {
    Wan far = Fixtures.wan("far", "D-E 10", "E-F 4", "D-F 10");
    Trace here = Fixtures.generate(wan, Shape.DAG, 5, seed);
    Trace there = prefixed(Fixtures.generate(far, Shape.DAG, 5, seed + 1));
    List<Link> links = new ArrayList<>(wan.links());
    links.addAll(far.links());
    List<Site> sites = new ArrayList<>(wan.sites());
    sites.addAll(far.sites());
    List<TraceJob> jobs = new ArrayList<>(here.jobs());
    jobs.addAll(there.jobs());
    Wan both = new Wan("both", sites, links);

    MEMORYLESS.forEach(policy -> {
      Map<String, Double> together = run(both, new Trace("both", jobs, List.of()), policy);
      Map<String, Double> apart = new TreeMap<>(run(wan, here, policy));
      apart.putAll(run(far, there, policy));
      assertSame(together, apart, 1);
    });
  }

  private static Trace prefixed(Trace trace) {
    return new Trace(trace.name(), trace.jobs().stream().map(job ->
        new TraceJob("far-" + job.id(), job.arrivalSeconds(), job.stages(), job.shuffles())).toList(), List.of());
  }

  @Property(tries = 30)
  void aCoflowAloneTakesItsGammaWhereAllPathsMayBeUsed(@ForAll @LongRange(max = 9999) long seed) {
    Trace trace = Fixtures.generate(wan, Shape.COFLOW, 1, seed);
    SimulationResult run = Fixtures.run(wan, trace, PolicyName.TERRA_PLUS, PLAIN);

    assertThat(run.coflows()).singleElement().satisfies(coflow ->
        assertThat(coflow.seconds()).isCloseTo(coflow.gammaSeconds(), within(1e-6 * coflow.gammaSeconds() + 1e-6)));
  }

  @Property(tries = 15)
  void aWiderWanIsNoSlowerForOneCoflow(@ForAll PolicyName policy, @ForAll @LongRange(max = 9999) long seed) {
    Trace trace = Fixtures.generate(wan, Shape.COFLOW, 1, seed);
    LinkId wider = wan.links().get((int) (seed % wan.links().size())).id();
    Wan more = wan.mapLinks(link -> link.id().equals(wider) ? link.withCapacity(link.capacity().times(3)) : link);
    double before = Fixtures.run(wan, trace, policy, PLAIN).coflows().get(0).gammaSeconds();

    assertThat(Fixtures.run(more, trace, policy, PLAIN).coflows().get(0).gammaSeconds()).isLessThanOrEqualTo(before * (1 + 1e-9));
  }
}
