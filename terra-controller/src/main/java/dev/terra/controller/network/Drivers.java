package dev.terra.controller.network;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.config.ConfigException;
import dev.terra.controller.core.NetworkDriver;
import dev.terra.controller.core.OverlayDriver;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.network.onos.OnosAccess;
import dev.terra.network.onos.OnosClient;
import dev.terra.network.onos.RuleKeeper;
import dev.terra.network.onos.Switches;
import dev.terra.network.rules.RuleCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Makes the network driver that a configuration asks for. */
public final class Drivers {
  /** The name under which ONOS keeps tunnels' rules. */
  private static final String APPLICATION = "org.terra.tunnels";
  /** A refusal is of a table that is full or a switch that is away: neither ends within seconds. */
  private static final long REFUSED_MILLIS = 60_000;

  /** Agents close what is planned no more within half of that. */
  private static final long LEAVING_NANOS = 2 * ProtocolTiming.TUNNEL_RETIRED.nanos();

  private Drivers() {}

  /**
   * The driver.
   *
   * @throws ConfigException if a site is missing, or a file cannot be read
   */
  public static NetworkDriver of(NetworkConfig config, Wan wan, LongSupplier ticker) {
    if (config.mode() == NetworkConfig.Mode.OVERLAY) {
      return new OverlayDriver();
    }
    config.checkSites(wan);
    if (config.mode() == NetworkConfig.Mode.POLICY_ROUTING) {
      Map<SiteId, String> addresses = new LinkedHashMap<>();
      config.sites().forEach((id, site) -> addresses.put(id, site.address()));
      return new PolicyRoutingDriver(new RoutedTunnels(addresses, config.ports()), LEAVING_NANOS, ticker);
    }
    return sdwan(config, config.onos().orElseThrow(), ticker);
  }

  private static NetworkDriver sdwan(NetworkConfig config, NetworkConfig.Onos onos, LongSupplier ticker) {
    Map<SiteId, Switches.Place> places = new LinkedHashMap<>();
    Map<SiteId, String> addresses = new LinkedHashMap<>();
    config.sites().forEach((id, site) -> {
      places.put(id, new Switches.Place(site.device(), site.hostPort(), site.address(), site.mac(), site.ports()));
      addresses.put(id, site.address());
    });
    RuleCompiler compiler = config.aggregate() ? RuleCompiler.aggregated() : RuleCompiler.perTunnel();
    RuleKeeper.Settings rules = new RuleKeeper.Settings(config.ports(), compiler, LEAVING_NANOS);
    SdwanDriver.Settings settings = new SdwanDriver.Settings(Switches.of(places), new RoutedTunnels(addresses, config.ports()), rules,
        new SdwanDriver.Times(onos.pollMillis(), onos.reconcileMillis(), REFUSED_MILLIS));
    return new SdwanDriver(new OnosClient(access(onos)), settings, ticker);
  }

  private static OnosAccess access(NetworkConfig.Onos onos) {
    try {
      return new OnosAccess(URI.create(onos.url()), onos.user(), password(onos.passwordFile()), APPLICATION,
          onos.ca().map(Drivers::trusting));
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey("network.onos.url", e.getMessage());
    }
  }

  private static String password(Path file) {
    try {
      return Files.readAllLines(file).stream().findFirst().orElse("").strip();
    } catch (IOException e) {
      throw ConfigException.ofKey("network.onos.passwordFile", "expected a file that can be read: " + e);
    }
  }

  private static SSLContext trusting(Path ca) {
    try (InputStream in = Files.newInputStream(ca)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + store.size(), certificate);
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw ConfigException.ofKey("network.onos.ca", "expected certificates in PEM in " + ca + ": " + e.getMessage());
    }
  }
}
