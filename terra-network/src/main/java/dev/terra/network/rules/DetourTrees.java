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
 * Trees that lead to one site, such that a packet can go round any link at whose end it arrives. Each tree is a function from some sites to
 * the next site, and all its ways end at the destination. A packet that leaves its path at a site follows a tree whose first step there is
 * not the link that is down. On a tree, the packet visits no site twice, so it does not return to that link.
 *
 * <p>Worked example: A, B and C are linked with one another, and packets go to A. Tree 0 is B-C-A, for packets at B while B-A is down; tree
 * 1 is C-B-A. One tree cannot do both, since it would contain B-C and C-B. If the network stays connected without any single link, two
 * trees are known to be enough; the trees of this class are made step by step, and may be more.
 */
final class DetourTrees {
  /** The most trees. Each costs a rule in the switches that it crosses. */
  static final int MOST = 16;
  /** The most detours at a site. The second is for the case that the first is down too. */
  private static final int DETOURS = 2;

  private final SiteId to;
  private final Map<SiteId, SortedSet<SiteId>> neighbours;
  private final List<Map<SiteId, SiteId>> trees = new ArrayList<>();

  /** Creates the trees of a destination, of which there are none at first. */
  DetourTrees(SiteId to, Map<SiteId, SortedSet<SiteId>> neighbours) {
    this.to = to;
    this.neighbours = neighbours;
  }

  /** Makes sure that a tree has a way from a site that does not begin with the link to another site, if such a way exists. */
  void cover(SiteId at, SiteId without) {
    boolean covered = trees.stream().anyMatch(tree -> reaches(tree, at, without));
    if (!covered && trees.size() < MOST) {
      Map<SiteId, SiteId> fresh = new HashMap<>();
      if (reaches(fresh, at, without)) {
        trees.add(fresh);
      }
    }
  }

  /** Returns whether a tree has a way from a site without a link, and extends the tree if this gives it such a way. */
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

  /**
   * Returns the shortest way, as the previous site of each site on it. At a site of the tree, the way can only continue as the tree does.
   */
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
   * Returns the detours at a site round its link to another site, the shortest first.
   *
   * @param cameFrom the site from which packets come; null if they come from the site's own host
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

  /**
   * Calls an action for each rule of marked packets, with the site of its switch: the sites at which packets can arrive that were marked at
   * another site.
   */
  void forEachRule(BiConsumer<SiteId, RuleStep> action) {
    for (int number = 0; number < trees.size(); number++) {
      Map<SiteId, SiteId> tree = trees.get(number);
      RuleMatch match = RuleMatch.onDetour(to, number);
      new HashSet<>(tree.values()).stream().filter(tree::containsKey)
          .forEach(site -> action.accept(site, new RuleStep(match, step(tree, site))));
    }
  }

  /** A rule, and the site to which it sends packets. */
  record RuleStep(RuleMatch match, SiteId next) {}
}
