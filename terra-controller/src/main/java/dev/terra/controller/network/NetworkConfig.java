package dev.terra.controller.network;

import com.google.common.collect.ImmutableMap;
import com.google.common.net.InetAddresses;
import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.network.rules.ClassQueues;
import dev.terra.network.rules.TunnelPorts;
import java.net.Inet4Address;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How tunnels follow their paths, as the controller's file says it under {@code network}.
 *
 * @param mode who sees to it
 * @param rules what tunnels' rules look like; with SDWAN only
 * @param ports of tunnels that the network routes
 * @param sites by site, its address for tunnels and its switch; empty with OVERLAY
 * @param onos the network's controller; with SDWAN only
 * @param queues to which switches send tunnels' packets; null: to none
 */
public record NetworkConfig(Mode mode, Rules rules, TunnelPorts ports, ImmutableMap<SiteId, SiteNetwork> sites, Optional<Onos> onos,
    @Nullable Queues queues) {
  /** Agents, from site to site, as without any {@code network}. */
  public static final NetworkConfig OVERLAY = new NetworkConfig(
      Mode.OVERLAY, Rules.AGGREGATED, new TunnelPorts(TunnelPorts.DEFAULT_FIRST), ImmutableMap.of(), Optional.empty(), null);
  private static final int DEFAULT_POLL_MILLIS = 200;
  private static final int DEFAULT_RECONCILE_MILLIS = 2000;
  private static final int LEAST_MILLIS = 50;
  private static final int MOST_MILLIS = 60_000;

  /** Who makes tunnels follow their paths. */
  public enum Mode {
    /** Agents, that pass on what they get. */
    OVERLAY,
    /** Switches, by rules that ONOS installs. */
    SDWAN,
    /** The sites' routers, by rules that agents install. */
    POLICY_ROUTING;

    /** Its name in files and for people. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Mode parse(String text) {
      for (Mode mode : values()) {
        if (mode.text().equals(text)) {
          return mode;
        }
      }
      throw ConfigException.ofKey("network.mode", "expected overlay, sdwan or policy-routing, got " + text);
    }
  }

  /** How tunnels become rules of switches. */
  public enum Rules {
    /** One rule for several tunnels where that saves rules. */
    AGGREGATED,
    /** Rules for each tunnel. */
    PER_TUNNEL,
    /** Rules for each tunnel, with a fast failover group wherever there is a way round the next link. */
    FAILOVER
  }

  /**
   * A site's part.
   *
   * @param address of tunnels at the site's agent, an IPv4 literal that serves nothing else
   * @param device ONOS's name of the site's switch
   * @param hostPort the switch's port to the agent's host
   * @param mac which the switch gives to what it hands over; empty: what it has
   * @param ports of the switch to other sites; what is missing ONOS has to find
   */
  public record SiteNetwork(String address, String device, String hostPort, Optional<String> mac, ImmutableMap<SiteId, String> ports) {}

  /**
   * Where ONOS is.
   *
   * @param url its REST interface
   * @param passwordFile whose first line is the password
   * @param ca certificates to trust with https; empty: those that Java trusts
   * @param pollMillis between two looks at its links
   * @param reconcileMillis between two looks at its rules
   */
  public record Onos(String url, String user, Path passwordFile, Optional<Path> ca, int pollMillis, int reconcileMillis) {}

  /**
   * The queues of switches' ports, 0 to {@link ClassQueues#MOST}.
   *
   * @param interactive of packets with the mark of interactive
   * @param bulk of all other packets of tunnels
   */
  public record Queues(int interactive, int bulk) {}

  /** The keys of {@code network}; a missing one is null. */
  public record Keys(
      @Nullable String mode, @Nullable Boolean aggregate, @Nullable Boolean failover, @Nullable Integer firstPort,
      @Nullable Map<String, SiteKeys> sites, @Nullable OnosKeys onos, @Nullable QueueKeys queues) {}

  /** The keys of queues. */
  public record QueueKeys(@Nullable Integer interactive, @Nullable Integer bulk) {}

  /** The keys of a site. */
  public record SiteKeys(
      @Nullable String address, @Nullable String device, @Nullable String hostPort, @Nullable String mac,
      @Nullable Map<String, String> ports) {}

  /** The keys of ONOS. */
  public record OnosKeys(
      @Nullable String url, @Nullable String user, @Nullable String passwordFile, @Nullable String ca, @Nullable Integer pollMillis,
      @Nullable Integer reconcileMillis) {}

  /**
   * What a file says.
   *
   * @param file beside which other files are looked for
   * @throws ConfigException on a value that cannot be
   */
  public static NetworkConfig of(Path file, @Nullable Keys keys) {
    if (keys == null) {
      return OVERLAY;
    }
    Mode mode = Mode.parse(Objects.requireNonNullElse(keys.mode, Mode.OVERLAY.text()));
    if (mode == Mode.OVERLAY) {
      require(keys.sites == null && keys.onos == null, "network.mode", "sdwan or policy-routing beside sites and onos", mode.text());
      rules(mode, keys);
      queues(mode, keys.queues);
      return OVERLAY;
    }
    ImmutableMap.Builder<SiteId, SiteNetwork> sites = ImmutableMap.builder();
    Objects.requireNonNullElse(keys.sites, new LinkedHashMap<String, SiteKeys>()).forEach((name, site) ->
        sites.put(new SiteId(name), site(mode, "network.sites." + name, site)));
    return new NetworkConfig(mode, rules(mode, keys), ports(keys.firstPort), sites.buildOrThrow(),
        mode == Mode.SDWAN ? Optional.of(onos(file, keys.onos)) : Optional.empty(), queues(mode, keys.queues));
  }

  private static Rules rules(Mode mode, Keys keys) {
    if (!Objects.requireNonNullElse(keys.failover, false)) {
      return Objects.requireNonNullElse(keys.aggregate, true) ? Rules.AGGREGATED : Rules.PER_TUNNEL;
    }
    require(mode == Mode.SDWAN, "network.failover", "true with sdwan only, where there are switches", mode.text());
    require(!Objects.requireNonNullElse(keys.aggregate, false), "network.aggregate", "false beside failover, which needs rules of its own"
        + " for each tunnel", true);
    return Rules.FAILOVER;
  }

  private static @Nullable Queues queues(Mode mode, @Nullable QueueKeys keys) {
    if (keys == null) {
      return null;
    }
    require(mode == Mode.SDWAN, "network.queues", "none but with sdwan, where switches have queues", mode.text());
    return new Queues(queue("network.queues.interactive", keys.interactive), queue("network.queues.bulk", keys.bulk));
  }

  private static int queue(String key, @Nullable Integer number) {
    int given = given(number, key, "the number of a queue");
    require(given >= 0 && given <= ClassQueues.MOST, key, "0 to " + ClassQueues.MOST, given);
    return given;
  }

  private static TunnelPorts ports(@Nullable Integer first) {
    try {
      return new TunnelPorts(Objects.requireNonNullElse(first, TunnelPorts.DEFAULT_FIRST));
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey("network.firstPort", Failures.inWords(e));
    }
  }

  private static SiteNetwork site(Mode mode, String key, @Nullable SiteKeys keys) {
    SiteKeys some = given(keys, key, "{address: IP, ...}");
    String address = given(some.address, key + ".address", "an IPv4 address");
    boolean ipv4 = InetAddresses.isInetAddress(address) && InetAddresses.forString(address) instanceof Inet4Address;
    require(ipv4, key + ".address", "an IPv4 address", address);
    if (mode == Mode.SDWAN) {
      require(some.device != null, key + ".device", "ONOS's name of the switch, such as of:0000000000000001", null);
      require(some.hostPort != null, key + ".hostPort", "the switch's port to the agent's host", null);
    }
    ImmutableMap.Builder<SiteId, String> ports = ImmutableMap.builder();
    Objects.requireNonNullElse(some.ports, Map.<String, String>of()).forEach((to, port) -> ports.put(new SiteId(to), port));
    return new SiteNetwork(address, Objects.requireNonNullElse(some.device, ""), Objects.requireNonNullElse(some.hostPort, ""),
        Optional.ofNullable(some.mac), ports.buildOrThrow());
  }

  private static Onos onos(Path file, @Nullable OnosKeys keys) {
    OnosKeys some = given(keys, "network.onos.url", "the address of ONOS's REST interface");
    String url = given(some.url, "network.onos.url", "the address of ONOS's REST interface");
    String user = given(some.user, "network.onos.user", "a user of ONOS");
    String passwordFile = given(some.passwordFile, "network.onos.passwordFile", "the name of a file");
    return new Onos(url, user, file.toAbsolutePath().resolveSibling(passwordFile),
        Optional.ofNullable(some.ca).map(file.toAbsolutePath()::resolveSibling),
        millis("network.onos.pollMillis", some.pollMillis, DEFAULT_POLL_MILLIS),
        millis("network.onos.reconcileMillis", some.reconcileMillis, DEFAULT_RECONCILE_MILLIS));
  }

  private static int millis(String key, @Nullable Integer value, int otherwise) {
    int millis = Objects.requireNonNullElse(value, otherwise);
    require(millis >= LEAST_MILLIS && millis <= MOST_MILLIS, key, LEAST_MILLIS + " to " + MOST_MILLIS, millis);
    return millis;
  }

  private static <T> T given(@Nullable T value, String key, String expected) {
    if (value == null) {
      throw ConfigException.ofKey(key, "expected " + expected + ", got none");
    }
    return value;
  }

  private static void require(boolean fine, String key, String expected, @Nullable Object got) {
    if (!fine) {
      throw ConfigException.ofKey(key, "expected " + expected + (got == null ? ", got none" : ", got " + got));
    }
  }

  /**
   * Checks that all sites of a WAN are there and no others.
   *
   * @throws ConfigException if not
   */
  void checkSites(Wan wan) {
    wan.sites().forEach(site ->
        require(sites.containsKey(site.id()), "network.sites", "every site of " + wan.name(), "all but " + site.id()));
    sites.forEach((id, site) -> {
      require(wan.contains(id), "network.sites", "sites of " + wan.name(), id);
      site.ports().keySet().forEach(to -> require(wan.contains(to), "network.sites." + id + ".ports", "sites of " + wan.name(), to));
    });
  }
}
