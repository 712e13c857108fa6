package dev.terra.core.slice;

import static com.google.common.base.Preconditions.checkArgument;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which agent of a site carries which of its slices. Loads differ by one slice at most. What one that leaves had goes to others, one that
 * joins takes its part from those that have most, and nothing else moves. Pure: a caller that has the holders before and the agents of now
 * computes the same.
 */
public final class SliceHolders {
  private SliceHolders() {}

  /**
   * The holders now.
   *
   * @param slices how many there are
   * @param before the agent that has each slice, where one has
   * @param agents that are there
   * @return an agent for every slice; empty without agents
   */
  public static SortedMap<Integer, String> next(Slices slices, Map<Integer, String> before, Collection<String> agents) {
    NavigableMap<String, NavigableSet<Integer>> held = new TreeMap<>();
    agents.forEach(agent -> held.put(agent, new TreeSet<>()));
    if (held.isEmpty()) {
      return new TreeMap<>();
    }
    NavigableSet<Integer> free = new TreeSet<>();
    slices.numbers().forEach(slice -> Optional.ofNullable(before.get(slice)).map(held::get).orElse(free).add(slice));
    free.forEach(slice -> least(held).add(slice));
    while (most(held).size() > least(held).size() + 1) {
      NavigableSet<Integer> from = most(held);
      least(held).add(from.last());
      from.remove(from.last());
    }
    SortedMap<Integer, String> next = new TreeMap<>();
    held.forEach((agent, some) -> some.forEach(slice -> next.put(slice, agent)));
    return next;
  }

  /**
   * The holders where nothing is under way: one slice for each agent, in the order of their names. A slice is served by one agent at each
   * site, and the slower of both decides: agents of like machines whose names sort alike at all sites serve the same slice.
   *
   * @param agents as many as there are slices
   */
  public static SortedMap<Integer, String> inOrder(Slices slices, Collection<String> agents) {
    checkArgument(agents.size() == slices.count(), "expected %s agents, got %s", slices.count(), agents);
    SortedMap<Integer, String> holders = new TreeMap<>();
    agents.stream().sorted().forEach(agent -> holders.put(holders.size(), agent));
    return holders;
  }

  private static NavigableSet<Integer> least(NavigableMap<String, NavigableSet<Integer>> held) {
    return held.values().stream().min(Comparator.comparingInt(NavigableSet::size)).orElseThrow();
  }

  private static NavigableSet<Integer> most(NavigableMap<String, NavigableSet<Integer>> held) {
    return held.values().stream().max(Comparator.comparingInt(NavigableSet::size)).orElseThrow();
  }
}
