package dev.terra.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Tests of the search for the links that lack capacity, where only whole paths are observed. */
class ShortageSearchTest {
  private static final double CAPACITY = 1000;

  private static PathObservation gets(double granted, double share, String... sites) {
    double rate = granted * share;
    return new PathObservation(Path.of(sites), new LinkObservation(0.6, rate, share < 1 ? 0.6 : 0, share < 1 ? rate : 0, 0, 0, granted));
  }

  private static Set<LinkId> blamed(List<PathObservation> paths) {
    return ShortageSearch.links(paths, link -> CAPACITY).entrySet().stream().filter(link -> link.getValue().isNetworkLimited())
        .map(Map.Entry::getKey).collect(Collectors.toSet());
  }

  @Test
  void aLinkOverWhichAnotherPathGetsWhatItIsGrantedIsCleared() {
    List<PathObservation> paths = List.of(gets(400, 0.5, "A", "B", "C"), gets(300, 1, "A", "B"));
    assertThat(blamed(paths)).containsExactly(LinkId.of("B", "C"));
    Map<LinkId, LinkObservation> links = ShortageSearch.links(paths, link -> CAPACITY);
    assertThat(links.get(LinkId.of("B", "C")).limitedBytesPerSecond()).isEqualTo(200);
    assertThat(links.get(LinkId.of("A", "B")).bytesPerSecond()).isEqualTo(500);
    assertThat(links.get(LinkId.of("A", "B")).grantedBytesPerSecond()).isEqualTo(700);
  }

  @Test
  void theLinkThatAllHaveInCommonIsBlamedAndItsPathsAreNotCountedTwice() {
    List<PathObservation> paths = List.of(gets(400, 0.5, "A", "B", "C"), gets(400, 0.5, "D", "B", "C"), gets(200, 0.5, "B", "C"));
    assertThat(blamed(paths)).containsExactly(LinkId.of("B", "C"));
    assertThat(ShortageSearch.links(paths, link -> CAPACITY).get(LinkId.of("B", "C")).limitedBytesPerSecond()).isEqualTo(500);
  }

  @Test
  void ofTwoThatExplainAsMuchTheOneThatIsUsedMostIsBlamed() {
    List<PathObservation> paths = List.of(gets(400, 0.5, "A", "B", "C"));
    Map<LinkId, LinkObservation> links = ShortageSearch.links(paths, link -> link.from().name().equals("A") ? 210 : CAPACITY);
    assertThat(links.get(LinkId.of("A", "B")).isNetworkLimited()).isTrue();
    assertThat(links.get(LinkId.of("B", "C")).isNetworkLimited()).isFalse();
  }

  @Test
  void aPathWithAProblemOfItsOwnBlamesNobodyAndSoDoesAReader() {
    assertThat(blamed(List.of(gets(400, 0.1, "A", "B"), gets(300, 1, "A", "B", "C")))).isEmpty();
    PathObservation unread = new PathObservation(Path.of("A", "B"), new LinkObservation(0.6, 10, 0.6, 10, 0.6, 1, 400));
    assertThat(blamed(List.of(unread))).isEmpty();
    assertThat(ShortageSearch.links(List.of(unread), link -> CAPACITY).get(LinkId.of("A", "B")).isReceiverLimited()).isTrue();
  }

  @Property(tries = 300)
  void aShortLinkIsFoundOrOneThatTheSamePathsCross(@ForAll long seed) {
    Random random = new Random(seed);
    List<Path> paths = new ArrayList<>(new HashSet<>(IntStream.range(0, 3 + random.nextInt(20)).mapToObj(i -> path(random)).toList()));
    List<LinkId> links = paths.stream().flatMap(path -> path.links().stream()).distinct().toList();
    LinkId slow = links.get(random.nextInt(links.size()));
    double share = 0.2 + 0.6 * random.nextDouble();
    List<PathObservation> seen = paths.stream()
        .map(path -> gets(100 + random.nextInt(300), path.links().contains(slow) ? share : 1, names(path))).toList();
    Set<LinkId> blamed = blamed(seen);
    assertThat(blamed).hasSize(1);
    LinkId found = blamed.iterator().next();
    assertThat(over(found, paths)).isEqualTo(over(slow, paths));
    double carried = seen.stream().filter(path -> path.path().links().contains(slow)).mapToDouble(PathObservation::bytesPerSecond).sum();
    assertThat(ShortageSearch.links(seen, link -> CAPACITY).get(found).limitedBytesPerSecond())
        .isCloseTo(carried, Percentage.withPercentage(0.01));
  }

  private static Set<Path> over(LinkId link, List<Path> paths) {
    return paths.stream().filter(path -> path.links().contains(link)).collect(Collectors.toSet());
  }

  private static Path path(Random random) {
    List<String> sites = new ArrayList<>(List.of("A", "B", "C", "D", "E", "F"));
    Collections.shuffle(sites, random);
    return Path.of(sites.subList(0, 2 + random.nextInt(3)).toArray(String[]::new));
  }

  private static String[] names(Path path) {
    return path.sites().stream().map(site -> site.name()).toArray(String[]::new);
  }
}
