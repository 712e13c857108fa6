package dev.terra.network.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.ImmutableList;
import com.google.common.hash.Hashing;
import com.google.common.io.BaseEncoding;
import dev.terra.core.wan.SiteId;
import dev.terra.network.rules.Detour;
import dev.terra.network.rules.Hop;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Converts fast failover groups to and from ONOS's notation, and recognises Terra's groups among those of ONOS. A group's cookie contains
 * all that the group does:
 *
 * <pre>
 *   org.terra.tunnels 11 12.0 13.1b      to port 11; while it is down to port 12 on tree 0; else back by port 13, on tree 1
 * </pre>
 *
 * <p>Therefore a group is never changed; another one is made instead. The group's number follows from the cookie too, so that rules still
 * point to the group when ONOS has lost both and gets them again.
 */
final class GroupCodec {
  private static final String FAILOVER = "FAILOVER";
  private static final String TYPE = "type";
  /** The number that ONOS requires for OpenFlow's "any": no group is watched. */
  private static final int ANY = -1;
  /** The least number of Terra's groups. It keeps them apart from the numbers that ONOS assigns, which count up from 1. */
  private static final long FIRST_ID = 0x5400_0000L;
  private static final int ID_BITS = 0xff_ffff;
  private static final Pattern NAMED_PORT = Pattern.compile("\\[.*\\]\\((\\d+)\\)");
  private static final Pattern DETOUR = Pattern.compile("(\\d+)\\.(\\d{1,2})(b?)");
  private static final String HEXADECIMAL = "0x";

  private final Switches switches;
  private final String application;

  /** Creates a codec for switches whose ports are known, with the name of Terra's application in ONOS. */
  GroupCodec(Switches switches, String application) {
    this.switches = switches;
    this.application = application;
  }

  /** Returns whether a group belongs to Terra's application, whatever it does. */
  boolean isOurs(OnosGroup group) {
    return text(group.cookie()).startsWith(application + " ");
  }

  /** Returns the site in whose switch a group is; empty if the switch belongs to no site. */
  Optional<SiteId> site(OnosGroup group) {
    return switches.siteOf(group.device());
  }

  /** Returns ONOS's name of a site's switch. */
  String device(SiteId site) {
    return switches.place(site).device();
  }

  /** Returns the number of a group. */
  long id(SiteId site, Hop hop) {
    return FIRST_ID + (Hashing.crc32().hashString(words(site, hop), StandardCharsets.US_ASCII).asInt() & ID_BITS);
  }

  private String cookie(SiteId site, Hop hop) {
    String text = application + " " + words(site, hop);
    return HEXADECIMAL + BaseEncoding.base16().lowerCase().encode(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String text(String cookie) {
    String digits = cookie.startsWith(HEXADECIMAL) ? cookie.substring(HEXADECIMAL.length()).toLowerCase(Locale.ROOT) : "";
    return BaseEncoding.base16().lowerCase().canDecode(digits)
        ? new String(BaseEncoding.base16().lowerCase().decode(digits), StandardCharsets.US_ASCII) : "";
  }

  private String words(SiteId site, Hop hop) {
    return port(site, hop.next()) + hop.detours().stream()
        .map(detour -> " " + port(site, detour.next()) + "." + detour.tree() + (detour.back() ? "b" : "")).collect(Collectors.joining());
  }

  /** Returns the number of a port only, since ONOS does not accept the name of a watched port. */
  private String port(SiteId site, SiteId next) {
    return switches.port(site, next).map(GroupCodec::number)
        .orElseThrow(() -> new IllegalArgumentException("no port of the switch of " + site + " is known to lead to " + next));
  }

  private static String number(String port) {
    Matcher named = NAMED_PORT.matcher(port);
    return named.matches() ? named.group(1) : port;
  }

  /**
   * Returns a group in ONOS's notation.
   *
   * @throws IllegalArgumentException if the port to one of the sites is not known
   */
  ObjectNode encode(SiteId site, Hop hop) {
    ObjectNode group = JsonNodeFactory.instance.objectNode().put(TYPE, FAILOVER).put("appCookie", cookie(site, hop))
        .put("groupId", id(site, hop));
    ArrayNode buckets = group.putArray("buckets");
    bucket(buckets, port(site, hop.next())).addObject().put(TYPE, "OUTPUT").put("port", port(site, hop.next()));
    for (Detour detour : hop.detours()) {
      String port = port(site, detour.next());
      ArrayNode instructions = bucket(buckets, port);
      instructions.addObject().put(TYPE, "L2MODIFICATION").put("subtype", DetourMark.CRITERION).put("mac", DetourMark.of(detour.tree()));
      instructions.addObject().put(TYPE, "OUTPUT").put("port", detour.back() ? "IN_PORT" : port);
    }
    return group;
  }

  private static ArrayNode bucket(ArrayNode buckets, String watched) {
    ObjectNode bucket = buckets.addObject().put(TYPE, FAILOVER).put("watchPort", watched).put("watchGroup", ANY);
    return bucket.putObject("treatment").putArray("instructions");
  }

  /**
   * Returns what one of Terra's groups does; empty if the group cannot have been made for these switches, or another program has changed
   * it.
   */
  Optional<Hop> decode(SiteId site, OnosGroup group) {
    String[] words = text(group.cookie()).substring(application.length() + 1).split(" ");
    Optional<SiteId> next = site(site, words[0]);
    ImmutableList.Builder<Detour> detours = ImmutableList.builder();
    for (int i = 1; i < words.length; i++) {
      Optional<Detour> detour = detour(site, words[i]);
      if (detour.isEmpty()) {
        return Optional.empty();
      }
      detours.add(detour.get());
    }
    return next.map(to -> new Hop(to, detours.build())).filter(hop -> !hop.isPlain() && isAsMade(site, hop, group));
  }

  private Optional<Detour> detour(SiteId at, String word) {
    Matcher detour = DETOUR.matcher(word);
    return detour.matches() ? site(at, detour.group(1)).map(next ->
        new Detour(next, Integer.parseInt(detour.group(2)), !detour.group(3).isEmpty())) : Optional.empty();
  }

  private Optional<SiteId> site(SiteId at, String port) {
    return switches.place(at).ports().entrySet().stream().filter(to -> number(to.getValue()).equals(port)).findFirst()
        .map(Map.Entry::getKey);
  }

  private boolean isAsMade(SiteId site, Hop hop, OnosGroup group) {
    return group.id() == id(site, hop) && group.body().path(TYPE).asText().equals(FAILOVER)
        && buckets(group.body()).equals(buckets(encode(site, hop)));
  }

  /** Returns what buckets watch and do, without ONOS's counters. */
  private static List<String> buckets(JsonNode group) {
    List<String> texts = new ArrayList<>();
    for (JsonNode bucket : group.path("buckets")) {
      StringBuilder text = new StringBuilder(number(bucket.path("watchPort").asText()));
      bucket.path("treatment").path("instructions").forEach(one -> text.append(' ').append(one.path(TYPE).asText())
          .append(' ').append(one.path("mac").asText().toUpperCase(Locale.ROOT)).append(' ').append(number(one.path("port").asText())));
      texts.add(text.toString());
    }
    return texts;
  }
}
