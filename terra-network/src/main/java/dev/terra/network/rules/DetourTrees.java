package dev.terra.network.rules;

import dev.terra.core.wan.SiteId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Trees that lead to one site, such that a packet can go round any link whose end it has come to. Each tree is a function from some sites
 * to the next one, and all its ways end at that site. A packet that leaves its path at a site follows one tree in which the first step
 * there is not the link that is down. It comes to no site twice, so it does not come back to that link either.
 *
 * <p>Worked example: A, B and C, linked with one another, and packets to A. Tree 0 is B-C-A, for packets at B while B-A is down; tree 1 is
 * C-B-A. One tree cannot do both: it would hold B-C and C-B. Where the rest of the network still hangs together without any one
 * link, two trees are known to be enough; these are made step by step, and may be more.
 */
final class DetourTrees {
  /** Each costs a rule in the switches that it crosses. */
  static final int MOST = 16;
  /** The second is for the case that the first is down too. */
  private static final int DETOURS = 2;

  private final SiteId to;
  private final Map<SiteId, SortedSet<SiteId>> neighbours;
  private final List<Map<SiteId, SiteId>> trees = new ArrayList<>();

  /** No trees yet. */
  DetourTrees(SiteId to, Map<SiteId, SortedSet<SiteId>> neighbours) {
    this.to = to;
    this.neighbours = neighbours;
  }

  /** Sees to it that there is a way from a site that does not begin with its link to another, if there can be one. */
  void cover(SiteId at, SiteId without) {
    boolean covered = trees.stream().anyMatch(tree -> reaches(tree, at, without));
    if (!covered && trees.size() < MOST) {
      Map<SiteId, SiteId> fresh = new HashMap<>();
      if (reaches(fresh, at, without)) {
        trees.add(fresh);
      }
    }
  }

  /** Whether a tree has such a way, or can have it by growing. */
  private boolean reaches(Map<SiteId, SiteId> tree, SiteId at, SiteId without) {
    SiteId known = tree.get(at);
    if (known != null) {
      return !known.equals(without);
    }
    Optional<Map<SiteId, SiteId>> back = search(tree, at, without);
    back.ifPresent(cameFrom -> {
      for (SiteId site = to; !site.equals(at); site = step(cameFrom, site)) {
        tree.put(step(cameFrom, site), site);
      }
    });
    return back.isPresent();
  }

  /** The shortest way, as the site before each; at a site of the tree it can go on only as the tree does. */
  private Optional<Map<SiteId, SiteId>> search(Map<SiteId, SiteId> tree, SiteId at, SiteId without) {
    Map<SiteId, SiteId> cameFrom = new HashMap<>(Map.of(at, at));
    Queue<SiteId> queue = new ArrayDeque<>(List.of(at));
    while (!queue.isEmpty() && !cameFrom.containsKey(to)) {
      SiteId site = queue.remove();
      SiteId only = tree.get(site);
      Collection<SiteId> steps = only != null ? List.of(only) : neighbours.getOrDefault(site, Collections.emptySortedSet());
      steps.stream().filter(next -> !(site.equals(at) && next.equals(without)))
          .filter(next -> cameFrom.putIfAbsent(next, site) == null).forEach(queue::add);
    }
    return cameFrom.containsKey(to) ? Optional.of(cameFrom) : Optional.empty();
  }

  /**
   * The detours at a site round its link to another, the shortest first.
   *
   * @param cameFrom the site from which packets come; null: from the site's own host
   */
  List<Detour> detours(SiteId at, SiteId without, @Nullable SiteId cameFrom) {
    Map<SiteId, Detour> byNext = new LinkedHashMap<>();
    List<Integer> usable = new ArrayList<>();
    for (int tree = 0; tree < trees.size(); tree++) {
      SiteId next = trees.get(tree).get(at);
      if (next != null && !next.equals(without)) {
        usable.add(tree);
      }
    }
    usable.sort(Comparator.comparingInt(tree -> length(trees.get(tree), at)));
    usable.forEach(tree -> {
      SiteId next = step(trees.get(tree), at);
      byNext.putIfAbsent(next, new Detour(next, tree, next.equals(cameFrom)));
    });
    return byNext.values().stream().limit(DETOURS).toList();
  }

  private int length(Map<SiteId, SiteId> tree, SiteId from) {
    int length = 0;
    for (SiteId site = from; !site.equals(to); site = step(tree, site)) {
      length++;
    }
    return length;
  }

  private static SiteId step(Map<SiteId, SiteId> steps, SiteId site) {
    return Objects.requireNonNull(steps.get(site), () -> "no step from " + site);
  }

  /** The rules of marked packets, by site: those at which a packet can come that has been marked before. */
  void forEachRule(BiConsumer<SiteId, RuleStep> action) {
    for (int number = 0; number < trees.size(); number++) {
      Map<SiteId, SiteId> tree = trees.get(number);
      RuleMatch match = RuleMatch.onDetour(to, number);
      new HashSet<>(tree.values()).stream().filter(tree::containsKey)
          .forEach(site -> action.accept(site, new RuleStep(match, step(tree, site))));
    }
  }

  /** A rule and where it sends packets on. */
  record RuleStep(RuleMatch match, SiteId next) {}
}
