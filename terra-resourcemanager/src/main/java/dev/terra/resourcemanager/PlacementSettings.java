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
 * What an operator says about placement in the ResourceManager's {@code yarn-site.xml}.
 *
 * @param controllers where advice comes from
 * @param siteByRack the site of each rack whose name does not begin with it
 * @param participation whose jobs' requests are changed
 */
record PlacementSettings(PlacementMode mode, Controllers controllers, Map<String, String> siteByRack, Participation participation) {
  /** Comma-separated roots of the controllers' HTTP interface. */
  static final String CONTROLLERS_KEY = "terra.placement.controllers";
  /** The file of a token that may read. */
  static final String TOKEN_KEY = "terra.placement.token.file";
  /** The file of the authorities that a controller's certificate is checked by. */
  static final String CA_KEY = "terra.placement.tls.ca";
  /** Comma-separated {@code RACK=SITE}. */
  static final String RACKS_KEY = "terra.placement.racks";
  private static final Pattern ROOT = Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]+/*");
  /** A controller and those that stand by for it. */
  private static final int MOST_CONTROLLERS = 8;

  /**
   * Controllers, of which one leads.
   *
   * @param roots such as {@code http://10.0.0.5:7180}, the first one tried first
   * @param token the file of a token
   * @param ca the file of trusted authorities; where it is missing, Java's own
   */
  record Controllers(List<URI> roots, @Nullable Path token, @Nullable Path ca) {}

  /**
   * Reads the settings.
   *
   * @param source the value of a key without the blanks around it, if it has one
   * @throws IllegalArgumentException that names the key that is wrong and what was expected
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

  /** The site of a rack: as configured, or else the first part of its name, as LA of /LA/row-7. */
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
