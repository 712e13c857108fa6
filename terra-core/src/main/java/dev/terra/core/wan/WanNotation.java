package dev.terra.core.wan;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The notation of links and paths in commands, on pages, over HTTP, in events and in metrics. {@code A:B} is the direction from A to B of a
 * link, {@code A::B} both directions, and {@code A:C:B} a path from A over C to B. No site's id contains a colon, and a colon has no
 * special meaning in shells and URLs.
 *
 * <p>Older forms are read as well. {@code A->B} is one direction, {@code A-B} is both directions, and {@code A-C-B} is a path. Since ids
 * may contain dashes, a form with dashes is accepted only if the WAN has exactly one link or path that is written so.
 */
public final class WanNotation {
  /** The separator of the sites of a path, and of the two sites of one direction of a link. */
  public static final String SEPARATOR = WrittenSites.SEPARATOR;
  private static final String BOTH = WrittenSites.BOTH;
  private static final String ARROW = "->";
  private static final String DASH = "-";
  /** The most meanings of an older form that a message names. */
  private static final int MOST_MEANINGS = 10;

  private WanNotation() {}

  /** Returns the text for both directions of a link. */
  public static String bothDirections(LinkId link) {
    return WrittenSites.bothWays(link.from(), link.to());
  }

  /**
   * Reads a link.
   *
   * @param known supplies the links among which an older form is looked up; called only for older forms
   * @throws IllegalArgumentException if the text is not valid; the message is for people
   */
  public static LinkChoice link(String text, Supplier<? extends Collection<LinkId>> known) {
    if (text.contains(BOTH)) {
      return new LinkChoice(ends(text, BOTH), true);
    } else if (text.contains(SEPARATOR)) {
      return new LinkChoice(ends(text, SEPARATOR), false);
    } else if (text.contains(ARROW)) {
      return new LinkChoice(ends(text, ARROW), false);
    }
    List<LinkId> meant = known.get().stream().filter(link -> (link.from() + DASH + link.to()).equals(text)).toList();
    return new LinkChoice(only(text, "a link as A:B (one direction) or A::B (both)", meant,
        meant.stream().map(WanNotation::bothDirections).toList()), true);
  }

  private static LinkId ends(String text, String separator) {
    List<String> ends = Splitter.on(separator).splitToList(text);
    if (ends.size() != 2) {
      throw new IllegalArgumentException("expected a link as A:B (one direction) or A::B (both), got '" + text + "'");
    }
    return LinkId.of(ends.get(0), ends.get(1));
  }

  /**
   * Reads a path.
   *
   * @param known supplies the links of which a path in an older form has to consist; called only for older forms
   * @throws IllegalArgumentException if the text is not valid; the message is for people
   */
  public static Path path(String text, Supplier<? extends Collection<LinkId>> known) {
    if (text.contains(SEPARATOR) || text.contains(ARROW)) {
      return Path.of(Splitter.on(text.contains(SEPARATOR) ? SEPARATOR : ARROW).splitToStream(text).map(SiteId::new).toList());
    }
    List<Path> meant = new ArrayList<>();
    Collection<LinkId> links = known.get();
    links.stream().map(LinkId::from).distinct().forEach(site -> walk(text, ImmutableList.of(site), links, meant));
    return only(text, "a path as A:C:B", meant, meant.stream().map(Path::toString).toList());
  }

  /** Adds the paths that begin with these sites and whose form with dashes is the text. */
  private static void walk(String text, ImmutableList<SiteId> sites, Collection<LinkId> links, List<Path> meant) {
    String written = sites.stream().map(SiteId::name).collect(Collectors.joining(DASH));
    if (meant.size() >= MOST_MEANINGS || !text.startsWith(written)) {
      return;
    } else if (text.equals(written)) {
      meant.addAll(sites.size() > 1 ? List.of(new Path(sites)) : List.of());
      return;
    }
    links.stream().filter(link -> link.from().equals(sites.get(sites.size() - 1)) && !sites.contains(link.to())).forEach(link ->
        walk(text, ImmutableList.<SiteId>builder().addAll(sites).add(link.to()).build(), links, meant));
  }

  private static <T> T only(String text, String expected, List<T> meant, List<String> names) {
    if (meant.size() == 1) {
      return meant.get(0);
    }
    throw new IllegalArgumentException("expected " + expected + ", got '" + text + "'" + (meant.isEmpty() ? ""
        : ", which may be " + names.stream().sorted().limit(MOST_MEANINGS).collect(Collectors.joining(" or "))));
  }
}
