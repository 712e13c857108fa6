package dev.terra.controller.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.certs.CertificateAuthority;
import dev.terra.certs.CertificateAuthority.Validity;
import dev.terra.certs.IssuedCertificate;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.server.NettyServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.X509AuthenticationProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of an election through a ZooKeeper server that accepts TLS only, with certificates at both ends. */
@Timeout(60)
class ZooKeeperTlsTest {
  private static final String PASSWORD = "changeit";
  private static final int SESSION_MILLIS = 4_000;

  @TempDir
  private Path folder;
  private final Map<String, Optional<String>> before = new HashMap<>();
  private ServerCnxnFactory connections;
  private Map<String, String> stores;

  @BeforeEach
  void start() throws Exception {
    Validity validity = new Validity(Instant.now().minus(Duration.ofHours(1)), Instant.now().plus(Duration.ofHours(1)));
    CertificateAuthority authority = CertificateAuthority.create("test", validity);
    Path keys = store("keys.p12", authority.issue("terra://controller", validity), authority);
    stores = Map.of("zookeeper.ssl.keyStore.location", keys.toString(), "zookeeper.ssl.keyStore.password", PASSWORD,
        "zookeeper.ssl.trustStore.location", keys.toString(), "zookeeper.ssl.trustStore.password", PASSWORD,
        "zookeeper.ssl.hostnameVerification", "false");
    // ZooKeeper's server reads these settings from system properties only
    stores.forEach(this::set);
    set(ServerCnxnFactory.ZOOKEEPER_SERVER_CNXN_FACTORY, NettyServerCnxnFactory.class.getName());
    set("zookeeper.authProvider.x509", X509AuthenticationProvider.class.getName());
    connections = ServerCnxnFactory.createFactory();
    connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100, -1, true);
    connections.startup(new ZooKeeperServer(folder.toFile(), folder.toFile(), 250));
  }

  private void set(String property, String value) {
    before.put(property, Optional.ofNullable(System.setProperty(property, value)));
  }

  @AfterEach
  void stop() {
    connections.shutdown();
    forgetStores();
  }

  private void forgetStores() {
    before.forEach((name, value) -> value.ifPresentOrElse(was -> System.setProperty(name, was), () -> System.clearProperty(name)));
  }

  private Path store(String name, IssuedCertificate own, CertificateAuthority authority) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("own", own.key(), PASSWORD.toCharArray(), new Certificate[] {own.certificate(), authority.certificate()});
    store.setCertificateEntry("ca", authority.certificate());
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return file;
  }

  @Test
  void aControllerIsElectedOverTls() throws Exception {
    Map<String, String> properties = new HashMap<>(stores);
    properties.put("zookeeper.client.secure", "true");
    properties.put("zookeeper.clientCnxnSocket", "org.apache.zookeeper.ClientCnxnSocketNetty");
    ZooKeeperConfig config =
        new ZooKeeperConfig("127.0.0.1:" + connections.getLocalPort(), "/terra/controllers", SESSION_MILLIS, Optional.empty(), false,
            properties);
    try (ZooKeeperElection election = ZooKeeperElection.start(config, "controller")) {
      assertThat(election.awaitWon().term()).isGreaterThan(1);
    }
  }
}
