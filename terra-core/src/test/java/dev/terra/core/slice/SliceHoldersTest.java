package dev.terra.core.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SliceHoldersTest {
  private static Map<String, Integer> loads(SortedMap<Integer, String> holders, SortedSet<String> agents) {
    Map<String, Integer> loads = new HashMap<>();
    agents.forEach(agent -> loads.put(agent, 0));
    holders.values().forEach(agent -> loads.merge(agent, 1, Integer::sum));
    return loads;
  }

  @Example
  void oneAgentHasEverythingUntilAnotherComes() {
    Slices slices = new Slices(2);
    assertThat(SliceHolders.next(slices, Map.of(), List.of())).isEmpty();
    SortedMap<Integer, String> alone = SliceHolders.next(slices, Map.of(), List.of("b"));
    assertThat(alone).isEqualTo(Map.of(0, "b", 1, "b"));
    assertThat(SliceHolders.next(slices, alone, List.of("a", "b"))).isEqualTo(Map.of(0, "b", 1, "a"));
  }

  @Example
  void whereNothingIsUnderWayNamesDecide() {
    assertThat(SliceHolders.inOrder(new Slices(3), List.of("gw-2", "gw-0", "gw-1"))).isEqualTo(Map.of(0, "gw-0", 1, "gw-1", 2, "gw-2"));
    assertThatThrownBy(() -> SliceHolders.inOrder(new Slices(3), List.of("gw-2", "gw-0"))).isInstanceOf(IllegalArgumentException.class);
  }

  /** While agents join and leave, the present agents hold all slices, loads are even, and only those slices move that must. */
  @Property(tries = 200)
  void onlyWhatMustMoves(@ForAll @IntRange(min = 1, max = Slices.MOST) int count, @ForAll long seed) {
    Random random = new Random(seed);
    Slices slices = new Slices(count);
    SortedSet<String> agents = new TreeSet<>();
    SortedMap<Integer, String> holders = new TreeMap<>();
    for (int step = 0; step < 40; step++) {
      boolean joins = agents.isEmpty() || (agents.size() < Slices.MOST && random.nextBoolean());
      String who = joins ? "agent-" + step : List.copyOf(agents).get(random.nextInt(agents.size()));
      if (joins) {
        agents.add(who);
      } else {
        agents.remove(who);
      }
      SortedMap<Integer, String> next = SliceHolders.next(slices, holders, agents);
      assertThat(next.keySet()).hasSize(agents.isEmpty() ? 0 : count);
      if (!agents.isEmpty()) {
        assertThat(agents).containsAll(next.values());
        List<Integer> loads = new ArrayList<>(loads(next, agents).values());
        assertThat(loads.stream().mapToInt(Integer::intValue).max().orElseThrow()
            - loads.stream().mapToInt(Integer::intValue).min().orElseThrow()).isLessThanOrEqualTo(1);
      }
      next.forEach((slice, agent) -> {
        String before = holders.get(slice);
        assertThat(agent.equals(before) || agent.equals(who) || before == null || before.equals(who))
            .as("%s from %s to %s as %s comes or goes", slice, before, agent, who).isTrue();
      });
      assertThat(SliceHolders.next(slices, next, agents)).as("it is at rest").isEqualTo(next);
      holders.clear();
      holders.putAll(next);
    }
  }
}
