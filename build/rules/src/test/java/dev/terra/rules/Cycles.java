package dev.terra.rules;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Maps;
import com.google.common.graph.Graph;
import com.google.common.graph.Traverser;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the cycles of a graph: the largest sets of nodes in which each node reaches every other. */
final class Cycles {
  private Cycles() {
  }

  /** Returns the cycles of more than one node, sorted by their first node. */
  static List<NavigableSet<String>> of(Graph<String> graph) {
    Map<String, Set<String>> reached = Maps.toMap(graph.nodes(), node -> reachedFrom(graph, node));
    Set<NavigableSet<String>> cycles = new HashSet<>();
    for (String node : graph.nodes()) {
      cycles.add(reached.get(node).stream().filter(other -> reached.get(other).contains(node))
          .collect(Collectors.toCollection(TreeSet::new)));
    }
    return cycles.stream().filter(cycle -> cycle.size() > 1).sorted(Comparator.comparing(NavigableSet::first)).toList();
  }

  private static Set<String> reachedFrom(Graph<String> graph, String node) {
    return ImmutableSet.copyOf(Traverser.forGraph(graph).breadthFirst(node));
  }
}
