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
 * Assigns the slices of a site to its agents. The numbers of slices of two agents differ by at most one. The slices of an agent that leaves
 * go to other agents; an agent that joins takes slices from those that have most; no other slice moves. The assignment is pure: all callers
 * with the same earlier holders and the same present agents compute the same result.
 */
public final class SliceHolders {
  private SliceHolders() {}

  /**
   * Returns the agent that carries each slice.
   *
   * @param slices the slices of the site
   * @param before the agent that carried each slice; slices without an agent are not in the map
   * @param agents the names of the present agents
   * @return the agent of every slice; empty if there are no agents
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
   * Returns the agent that carries each slice when no bytes are under way: one slice for each agent, in the order of the agents' names. One
   * agent at each of two sites serves a slice, and the slower of them determines its rate. If names sort by kind of machine at all sites,
   * agents on similar machines serve the same slice.
   *
   * @param agents the names of the agents, as many as there are slices
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
