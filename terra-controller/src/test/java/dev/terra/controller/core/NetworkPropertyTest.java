package dev.terra.controller.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import dev.terra.core.units.Bandwidth;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.schedule.PolicyName;
import dev.terra.schedule.path.PathRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Tests that, whatever happens to the network and to shuffles, agents never get rates on paths that may not be used, or above a link's
 * capacity.
 */
class NetworkPropertyTest {
  private static final List<String> SITES = List.of("A", "B", "C");
  /** The tolerance of comparisons. Rates are whole bytes per second, and links carry 1 MB/s. */
  private static final double SLACK_BYTES_PER_SECOND = 1e-3;

  private final Map<LinkId, Double> capacities = new HashMap<>();
  private PathRules rules = PathRules.defaults();

  @Property(tries = 60)
  void ratesFitTheNetwork(@ForAll long seed) {
    Random random = new Random(seed);
    Harness harness = new Harness(PolicyName.TERRA_PLUS, Map.of());
    rules = PathRules.defaults();
    capacities.clear();
    Harness.wan().links().forEach(link -> capacities.put(link.id(), Harness.CAPACITY));
    harness.helloAll();
    for (int step = 0; step < 40; step++) {
      harness.at(10 + step * 0.3);
      event(harness, random);
      if (random.nextInt(3) == 0) {
        harness.round();
        check(harness);
      }
    }
    harness.round();
    check(harness);
    assertThat(harness.events("schedule-failed")).isEmpty();
  }

  private void event(Harness harness, Random random) {
    int who = random.nextInt(3);
    String shuffle = "job_" + random.nextInt(4);
    LinkId link = Harness.wan().links().get(random.nextInt(6)).id();
    switch (random.nextInt(9)) {
      case 0, 1 -> harness.produced(who + 1, shuffle, (long) random.nextInt(10_000_000),
          (long) random.nextInt(10_000_000));
      case 2, 3 -> harness.placed(who + 1, shuffle, random.nextInt(2), SITES.get(random.nextInt(3)));
      case 4 -> harness.progress(who + 1, shuffle, SITES.get((who + 1) % 3), 
          random.nextInt(1_000_000), 0, random.nextBoolean() ? 1000L : 0L);
      case 5 -> {
        double capacity = Harness.CAPACITY * (0.2 + random.nextDouble());
        capacities.put(link, capacity);
        harness.network(events -> events.capacity(link, new Bandwidth(capacity), harness.nowNanos));
      }
      case 6 -> harness.network(events -> events.linkReported(link, random.nextBoolean(), "ports", harness.nowNanos));
      case 7 -> {
        rules = new PathRules(1 + random.nextInt(3), false, random.nextInt(3) == 0 ? ImmutableSet.of(link) : ImmutableSet.of(),
            random.nextInt(3) == 0 ? ImmutableSet.of(Path.of("A", "C", "B"), Path.of("B", "C")) : ImmutableSet.of());
        harness.network(events -> events.rules(rules, harness.nowNanos));
      }
      default -> harness.tunnel(who + 1, random.nextBoolean(), SITES.get(who), SITES.get((who + 1) % 3));
    }
  }

  private void check(Harness harness) {
    ImmutableSet<LinkId> down = harness.status().getLinksList().stream().filter(link -> !link.getUp())
        .map(link -> LinkId.of(link.getFrom(), link.getTo())).collect(ImmutableSet.toImmutableSet());
    Map<LinkId, Double> loads = new HashMap<>();
    for (long stream = 1; stream <= 3; stream++) {
      harness.ratesOf(stream).values().forEach(byPath -> byPath.forEach((name, rate) -> {
        Path path = Path.of(name.split("-"));
        assertThat(Harness.paths(path.from(), path.to(), rules)).as("planned tunnels").contains(path);
        assertThat(path.links()).as("links that are up").noneMatch(down::contains);
        path.links().forEach(link -> loads.merge(link, rate, Double::sum));
      }));
    }
    loads.forEach((link, load) ->
        assertThat(load).as("the load of " + link).isLessThanOrEqualTo(capacities.get(link) + SLACK_BYTES_PER_SECOND));
    harness.state.view(harness.nowNanos).links().values().forEach(link -> assertThat(
        link.measured().map(told -> told.capacity().bytesPerSecond()).orElse(link.nominal().bytesPerSecond()))
        .as("what the view says of " + link.id()).isEqualTo(capacities.get(link.id())));
    assertThat(harness.status().getLinksList().stream().filter(link -> link.getAllocatedBytesPerSecond() > 0)
        .collect(Collectors.toMap(link -> LinkId.of(link.getFrom(), link.getTo()), link -> link.getAllocatedBytesPerSecond())))
        .as("what status says of it").isEqualTo(loads);
  }
}
