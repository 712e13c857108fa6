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
 * The key {@code network} of the controller's configuration: how tunnels follow their paths.
 *
 * @param mode what keeps tunnels on their paths
 * @param rules what the rules of tunnels look like; used with SDWAN only
 * @param ports the ports of tunnels that the network routes
 * @param sites the address for tunnels and the switch of each site; empty with OVERLAY
 * @param onos the network's controller; with SDWAN only
 * @param queues the queues to which switches send the packets of tunnels; null if they use none
 */
public record NetworkConfig(Mode mode, Rules rules, TunnelPorts ports, ImmutableMap<SiteId, SiteNetwork> sites, Optional<Onos> onos,
    @Nullable Queues queues) {
  /** The default: agents pass bytes on from site to site. */
  public static final NetworkConfig OVERLAY = new NetworkConfig(
      Mode.OVERLAY, Rules.AGGREGATED, new TunnelPorts(TunnelPorts.DEFAULT_FIRST), ImmutableMap.of(), Optional.empty(), null);
  private static final int DEFAULT_POLL_MILLIS = 200;
  private static final int DEFAULT_RECONCILE_MILLIS = 2000;
  private static final int LEAST_MILLIS = 50;
  private static final int MOST_MILLIS = 60_000;

  /** What keeps tunnels on their paths. */
  public enum Mode {
    /** Agents, which relay the bytes that they receive. */
    OVERLAY,
    /** Switches, with rules that ONOS installs. */
    SDWAN,
    /** The sites' routers, with rules that agents install. */
    POLICY_ROUTING;

    /** Returns the mode's name in files and messages. */
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
    /** Rules for each tunnel, with a fast failover group wherever there is a detour around the next link. */
    FAILOVER
  }

  /**
   * The settings of a site.
   *
   * @param address the IPv4 address of tunnels at the site's agent, which serves nothing else
   * @param device ONOS's name of the site's switch
   * @param hostPort the switch's port to the agent's host
   * @param mac the destination MAC address that the switch sets on packets for the agent's host; if empty, it is left as it is
   * @param ports the switch's ports to other sites; ONOS has to find those that are missing
   */
  public record SiteNetwork(String address, String device, String hostPort, Optional<String> mac, ImmutableMap<SiteId, String> ports) {}

  /**
   * The settings of ONOS.
   *
   * @param url the URL of its REST interface
   * @param passwordFile the file whose first line is the password
   * @param ca the certificates to trust with https; if empty, those that Java trusts
   * @param pollMillis the time between two readings of its links
   * @param reconcileMillis the time between two readings of its rules
   */
  public record Onos(String url, String user, Path passwordFile, Optional<Path> ca, int pollMillis, int reconcileMillis) {}

  /**
   * The numbers of the queues at switches' ports, 0 to {@link ClassQueues#MOST}.
   *
   * @param interactive the queue of packets with the mark of interactive
   * @param bulk the queue of all other packets of tunnels
   */
  public record Queues(int interactive, int bulk) {}

  /** The keys of {@code network}. The value of a missing key is null. */
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
   * Returns the settings that a file holds.
   *
   * @param file the configuration file; names of other files are relative to its folder
   * @throws ConfigException if a value is not allowed
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
   * Checks that the settings have all sites of a WAN and no others.
   *
   * @throws ConfigException if they do not
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
