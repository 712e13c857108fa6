package dev.terra.controller.network;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.network.NetworkDriver;
import dev.terra.controller.core.network.OverlayDriver;
import dev.terra.controller.trust.CaFile;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.network.onos.OnosAccess;
import dev.terra.network.onos.OnosClient;
import dev.terra.network.onos.OnosException;
import dev.terra.network.onos.OnosWan;
import dev.terra.network.onos.RuleKeeper;
import dev.terra.network.onos.Switches;
import dev.terra.network.rules.ClassQueues;
import dev.terra.network.rules.RouteBook;
import dev.terra.network.rules.RuleCompiler;
import dev.terra.network.rules.RuleCompilers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Makes the network driver that a configuration names. */
public final class Drivers {
  /** The name under which ONOS holds the rules of tunnels. */
  private static final String APPLICATION = "org.terra.tunnels";
  /** The time after which refused rules are tried again for the first time. ONOS or a switch may just have started. */
  private static final long FIRST_RETRY_NANOS = 5_000_000_000L;
  /**
   * The longest time between two trials of refused rules. A full table does not empty within seconds, and each trial costs some
   * requests.
   */
  private static final long SELDOM_RETRY_NANOS = 60_000_000_000L;

  /** How long rules of tunnels that are not planned any more are kept. Agents close such tunnels within half of this time. */
  private static final long LEAVING_NANOS = 2 * ProtocolTiming.TUNNEL_RETIRED.nanos();

  private Drivers() {}

  /**
   * Returns the driver for a configuration.
   *
   * @param marks the marks of latency classes, by which switches choose queues
   * @param slices the agents of each site, each of which has ports of its own
   * @throws ConfigException if a site is missing, or a file cannot be read
   */
  public static NetworkDriver of(NetworkConfig config, ClassMarks marks, Wan wan, Slices slices, LongSupplier ticker) {
    if (config.mode() == NetworkConfig.Mode.OVERLAY) {
      return new OverlayDriver();
    }
    config.checkSites(wan);
    if (config.mode() == NetworkConfig.Mode.POLICY_ROUTING) {
      return new PolicyRoutingDriver(tunnels(config, slices), LEAVING_NANOS, ticker);
    }
    return sdwan(config, marks, slices, ticker);
  }

  private static NetworkDriver sdwan(NetworkConfig config, ClassMarks marks, Slices slices, LongSupplier ticker) {
    NetworkConfig.Onos onos = config.onos().orElseThrow();
    RuleLimit limit = new RuleLimit(config.rules(), slices.count());
    RuleCompiler compiler = limit.compiler();
    NetworkConfig.Queues queues = config.queues();
    RuleKeeper.Settings rules = queues == null ? new RuleKeeper.Settings(config.ports(), compiler, LEAVING_NANOS)
        : new RuleKeeper.Settings(config.ports(), RuleCompilers.queued(compiler), LEAVING_NANOS,
            new ClassQueues(marks.interactive(), queues.interactive(), queues.bulk()));
    SdwanDriver.Settings settings = new SdwanDriver.Settings(switches(config), tunnels(config, slices), rules, limit,
        new SdwanDriver.Times(onos.pollMillis(), onos.reconcileMillis(),
            new RouteBook.Retries(FIRST_RETRY_NANOS, SELDOM_RETRY_NANOS)));
    return new SdwanDriver(new OnosClient(access(onos)), settings, ticker);
  }

  /**
   * Returns the WAN that ONOS sees, with a site for each switch that the configuration maps to a site.
   *
   * @param name the name of the WAN
   * @param latency the one-way latency of all links, which ONOS does not know
   * @throws ConfigException if the configuration's mode is not {@code sdwan}
   * @throws IOException if ONOS cannot be reached
   */
  public static Wan wanOf(NetworkConfig config, String name, Duration latency) throws IOException {
    NetworkConfig.Onos onos = config.onos()
        .orElseThrow(() -> ConfigException.ofKey("network.mode", "expected sdwan, got " + config.mode().text()));
    try {
      return OnosWan.read(new OnosClient(access(onos)), switches(config), name, latency);
    } catch (OnosException e) {
      throw new IOException(Failures.inWords(e), e);
    }
  }

  private static Switches switches(NetworkConfig config) {
    Map<SiteId, Switches.Place> places = new LinkedHashMap<>();
    config.sites().forEach((id, site) ->
        places.put(id, new Switches.Place(site.device(), site.hostPort(), site.address(), site.mac(), site.ports())));
    return Switches.of(places);
  }

  private static RoutedTunnels tunnels(NetworkConfig config, Slices slices) {
    Map<SiteId, String> addresses = new LinkedHashMap<>();
    config.sites().forEach((id, site) -> addresses.put(id, site.address()));
    return new RoutedTunnels(addresses, config.ports(), slices);
  }

  private static OnosAccess access(NetworkConfig.Onos onos) {
    try {
      return new OnosAccess(URI.create(onos.url()), onos.user(), password(onos.passwordFile()), APPLICATION,
          onos.ca().map(ca -> CaFile.context("network.onos.ca", ca)));
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey("network.onos.url", Failures.inWords(e));
    }
  }

  private static String password(Path file) {
    try {
      return Files.readAllLines(file).stream().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw ConfigException.ofKey("network.onos.passwordFile", "expected a file that can be read: " + Failures.inWords(e));
    }
  }
}
