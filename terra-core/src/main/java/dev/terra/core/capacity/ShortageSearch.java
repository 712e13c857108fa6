package dev.terra.core.capacity;

import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import dev.terra.core.wan.LinkId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Finds the links whose capacity falls short when only whole paths can be observed. All bytes on a link share it, so a link that falls
 * short holds up every path over it. A link is cleared if a path with a fair part of its load gets all that it is granted. Of the other
 * links, as few as possible are blamed that together explain every path that falls short: first the link in most of these paths, then the
 * next one; of several in equally many paths, the one with the highest utilisation. If all links of a path are cleared, the path has a
 * problem of its own, and no link is blamed for it. A link carries the sum over its paths. Example: if A-B-C falls short and A-B does not,
 * B-C is blamed, and carries what all paths over it got. The class is pure.
 */
public final class ShortageSearch {
  /**
   * The part of a link's load that a path needs to clear the link. A path with a smaller part may get all its bytes through a full queue.
   */
  private static final double FAIR_PART = 0.1;

  private final ListMultimap<LinkId, PathObservation> byLink = MultimapBuilder.treeKeys().arrayListValues().build();
  private final Collection<PathObservation> paths;
  private final ToDoubleFunction<LinkId> capacity;

  private ShortageSearch(Collection<PathObservation> paths, ToDoubleFunction<LinkId> capacity) {
    this.paths = paths;
    this.capacity = capacity;
    paths.forEach(path -> path.path().links().forEach(link -> byLink.put(link, path)));
  }

  /**
   * Returns the observations of links that the observations of paths imply.
   *
   * @param paths the observations of about the same moment, one for each path
   * @param capacity returns the rate that a link is assumed to carry, above 0
   */
  public static Map<LinkId, LinkObservation> links(Collection<PathObservation> paths, ToDoubleFunction<LinkId> capacity) {
    return new ShortageSearch(paths, capacity).links();
  }

  private Map<LinkId, LinkObservation> links() {
    Set<LinkId> blamed = blamed();
    Map<LinkId, LinkObservation> links = new TreeMap<>();
    byLink.keySet().forEach(link -> links.put(link, observation(link, byLink.get(link), blamed.contains(link))));
    return links;
  }

  private LinkObservation observation(LinkId link, List<PathObservation> over, boolean isBlamed) {
    double seconds = over.stream().mapToDouble(path -> path.network().seconds()).max().orElseThrow();
    double granted = over.stream().mapToDouble(path -> path.network().grantedBytesPerSecond()).sum();
    boolean receivers = over.stream().anyMatch(path -> path.network().isReceiverLimited());
    double queued = over.stream().mapToDouble(path -> path.network().queuedSeconds()).max().orElseThrow();
    double load = load(link);
    return new LinkObservation(seconds, load, isBlamed ? seconds : 0, isBlamed ? load : 0, receivers && !isBlamed ? seconds : 0,
        isBlamed || over.stream().noneMatch(PathObservation::isLimited) ? queued : 0, granted);
  }

  private double load(LinkId link) {
    return byLink.get(link).stream().mapToDouble(PathObservation::bytesPerSecond).sum();
  }

  private Set<LinkId> blamed() {
    List<PathObservation> unexplained = new ArrayList<>(paths.stream().filter(PathObservation::isLimited).toList());
    Set<LinkId> blamed = new TreeSet<>();
    for (Optional<LinkId> next = mostLikely(unexplained); next.isPresent(); next = mostLikely(unexplained)) {
      LinkId link = next.get();
      blamed.add(link);
      unexplained.removeIf(path -> path.path().links().contains(link));
    }
    return blamed;
  }

  private Optional<LinkId> mostLikely(List<PathObservation> unexplained) {
    Comparator<LinkId> byPaths =
        Comparator.comparingLong(link -> unexplained.stream().filter(path -> path.path().links().contains(link)).count());
    return unexplained.stream().flatMap(path -> path.path().links().stream()).distinct().filter(link -> !isCleared(link))
        .max(byPaths.thenComparingDouble(link -> load(link) / capacity.applyAsDouble(link)));
  }

  private boolean isCleared(LinkId link) {
    double fair = FAIR_PART * load(link);
    return byLink.get(link).stream().anyMatch(path -> !path.isLimited() && !path.network().isReceiverLimited()
        && path.bytesPerSecond() >= fair && path.bytesPerSecond() > 0);
  }
}
