package dev.terra.resourcemanager;

import dev.terra.node.output.Participation;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of placement in the ResourceManager's {@code yarn-site.xml}.
 *
 * @param controllers the controllers that give advice
 * @param siteByRack the site of each rack whose name does not begin with the site
 * @param participation the jobs whose requests are changed
 */
record PlacementSettings(PlacementMode mode, Controllers controllers, Map<String, String> siteByRack, Participation participation) {
  /** The key of the comma-separated roots of the controllers' HTTP interface. */
  static final String CONTROLLERS_KEY = "terra.placement.controllers";
  /** The key of the file that holds a token with the right to read. */
  static final String TOKEN_KEY = "terra.placement.token.file";
  /** The key of the file of the authorities that certify controllers. */
  static final String CA_KEY = "terra.placement.tls.ca";
  /** The key of the comma-separated pairs {@code RACK=SITE}. */
  static final String RACKS_KEY = "terra.placement.racks";
  private static final Pattern ROOT = Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]+/*");
  /** The most controllers: a leader and those that stand by. */
  private static final int MOST_CONTROLLERS = 8;

  /**
   * The controllers, of which one leads.
   *
   * @param roots the roots of their HTTP interface, such as {@code http://10.0.0.5:7180}, in the order in which they are tried
   * @param token the file of a token; null if there is none
   * @param ca the file of trusted authorities; if null, Java's own are trusted
   */
  record Controllers(List<URI> roots, @Nullable Path token, @Nullable Path ca) {}

  /**
   * Reads the settings.
   *
   * @param source returns the value of a key without the blanks around it, if it has one
   * @throws IllegalArgumentException if a value is wrong; the message names the key and what was expected
   */
  static PlacementSettings of(Function<String, Optional<String>> source) {
    PlacementMode mode = PlacementMode.of(source.apply(PlacementMode.KEY).orElse(PlacementMode.OFF.toString()));
    List<URI> roots = list(source, CONTROLLERS_KEY).map(PlacementSettings::root).toList();
    if (mode != PlacementMode.OFF && roots.isEmpty()) {
      throw new IllegalArgumentException(CONTROLLERS_KEY + ": expected the controller's HTTP address, such as http://10.0.0.5:7180");
    }
    if (roots.size() > MOST_CONTROLLERS) {
      throw new IllegalArgumentException(CONTROLLERS_KEY + ": at most " + MOST_CONTROLLERS + " controllers, got " + roots.size());
    }
    Controllers controllers =
        new Controllers(roots, source.apply(TOKEN_KEY).map(Path::of).orElse(null), source.apply(CA_KEY).map(Path::of).orElse(null));
    Map<String, String> racks = new HashMap<>();
    list(source, RACKS_KEY).map(PlacementSettings::rack).forEach(pair -> racks.put(pair[0], pair[1]));
    return new PlacementSettings(mode, controllers, Map.copyOf(racks), Participation.from(
        key -> key.equals(Participation.MODE_KEY) ? Optional.empty() : source.apply(key)));
  }

  /** Returns the site of a rack: the configured one, otherwise the first part of the rack's name, such as LA of /LA/row-7. */
  String site(String rack) {
    String configured = siteByRack.get(rack);
    if (configured != null) {
      return configured;
    }
    String name = rack.startsWith("/") ? rack.substring(1) : rack;
    int end = name.indexOf('/');
    return end < 0 ? name : name.substring(0, end);
  }

  private static Stream<String> list(Function<String, Optional<String>> source, String key) {
    return source.apply(key).stream().flatMap(text -> Stream.of(text.split(","))).map(String::strip).filter(text -> !text.isEmpty());
  }

  private static URI root(String text) {
    if (!ROOT.matcher(text).matches()) {
      throw new IllegalArgumentException(CONTROLLERS_KEY + ": expected http://HOST:PORT or https://HOST:PORT, got '" + text + "'");
    }
    return URI.create(text.replaceAll("/+$", ""));
  }

  private static String[] rack(String text) {
    String[] pair = text.split("=", -1);
    if (pair.length != 2 || !pair[0].startsWith("/") || pair[1].isEmpty()) {
      throw new IllegalArgumentException(RACKS_KEY + ": expected RACK=SITE with a rack such as /row-7, got '" + text + "'");
    }
    return pair;
  }
}
