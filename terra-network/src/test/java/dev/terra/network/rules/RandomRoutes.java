package dev.terra.network.rules;

import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A random connected network, and random paths in it. */
final class RandomRoutes {
  private static final int MAX_LABELLED = 40;

  private final Random random;
  private final Map<SiteId, Set<SiteId>> neighbours = new TreeMap<>();
  private final List<SiteId> sites = new ArrayList<>();

  RandomRoutes(long seed) {
    this.random = new Random(seed);
    int count = 3 + random.nextInt(6);
    for (int i = 0; i < count; i++) {
      sites.add(new SiteId("S" + i));
      if (i > 0) {
        link(sites.get(i), sites.get(random.nextInt(i)));
      }
    }
    for (int more = random.nextInt(2 * count); more > 0; more--) {
      link(sites.get(random.nextInt(count)), sites.get(random.nextInt(count)));
    }
  }

  private void link(SiteId one, SiteId other) {
    if (!one.equals(other)) {
      neighbours.computeIfAbsent(one, site -> new TreeSet<>()).add(other);
      neighbours.computeIfAbsent(other, site -> new TreeSet<>()).add(one);
    }
  }

  Random random() {
    return random;
  }

  List<SiteId> sites() {
    return sites;
  }

  /** Returns random walks that end before they would visit a site again, about half of them with their reverse. */
  Set<Path> paths(int tries) {
    Set<Path> paths = new LinkedHashSet<>();
    Map<Set<SiteId>, Integer> labelled = new HashMap<>();
    for (int i = 0; i < tries; i++) {
      Path path = path();
      if (labelled.merge(Set.of(path.from(), path.to()), 1, Integer::sum) <= MAX_LABELLED) {
        paths.add(path);
        if (random.nextBoolean()) {
          paths.add(Route.reversed(path));
        }
      }
    }
    return paths;
  }

  private Path path() {
    List<SiteId> walk = new ArrayList<>(List.of(sites.get(random.nextInt(sites.size()))));
    int length = 2 + random.nextInt(sites.size());
    while (walk.size() < length) {
      List<SiteId> on = new ArrayList<>(neighbours.get(walk.get(walk.size() - 1)));
      on.removeAll(walk);
      if (on.isEmpty()) {
        break;
      }
      walk.add(on.get(random.nextInt(on.size())));
    }
    return Path.of(walk);
  }

  /** Returns some elements of a collection, in random order. */
  <T> List<T> some(Collection<T> all) {
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return shuffled.subList(0, random.nextInt(shuffled.size() + 1));
  }
}
