package dev.terra.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.api.tls.TlsPaths;
import dev.terra.config.ConfigException;
import dev.terra.core.shares.SharePolicy;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentConfigFileTest {
  private static final String MINIMAL = """
      site: A
      name: A-gw
      topology: t.yaml
      controller: 10.0.0.1:7100
      listenAddress: 10.0.1.200
      """;

  private static final String INSECURE = MINIMAL + "insecure: true\n";

  @TempDir
  Path directory;

  @BeforeEach
  void topology() throws IOException {
    Files.writeString(directory.resolve("t.yaml"), """
        name: two
        sites: [{id: A, subnets: [10.0.1.0/24]}, {id: B, subnets: [10.0.2.0/24]}]
        links: [{between: [A, B], capacity: 1 Gbps, latency: 5 ms}]
        """);
  }

  private AgentConfig load(String text) throws IOException {
    Path file = directory.resolve("agent.yaml");
    Files.writeString(file, text);
    return AgentConfigFile.load(file);
  }

  private void refused(String text, String... words) {
    assertThatThrownBy(() -> load(text)).isInstanceOf(ConfigException.class)
        .hasMessageContaining("agent.yaml").hasMessageContainingAll(words).message().doesNotContain("\n");
  }

  @Test
  void defaults() throws IOException {
    AgentConfig config = load(INSECURE);
    assertThat(config.tunnelPort()).isEqualTo(7200);
    assertThat(config.sitePort()).isEqualTo(7201);
    assertThat(config.fetchPort()).isEqualTo(7202);
    assertThat(config.bypassSeconds()).isEqualTo(1.0);
    assertThat(config.readersInOrder()).isTrue();
    assertThat(config.ioThreads()).isEqualTo(2);
    assertThat(config.spool().memoryBytes()).isEqualTo(64 << 20);
    assertThat(config.spool().diskBytes()).isZero();
    assertThat(config.neighbours()).isEmpty();
    assertThat(config.tls()).isEmpty();
    assertThat(config.compression().isOn()).isFalse();
    assertThat(config.compression().cores()).isEqualTo(1);
  }

  @Test
  void compression() throws IOException {
    assertThat(load(INSECURE + "compression: {mode: auto, cores: 0.5}\n").compression())
        .isEqualTo(new CompressionConfig(CompressionConfig.Mode.AUTO, .5, null));
    assertThat(load(INSECURE + "compression: {mode: auto, share: 0.25}\n").compression().share()).isEqualTo(.25);
    assertThat(load(INSECURE + "compression: {mode: auto}\n").compression().cores()).isEqualTo(1);
    refused(INSECURE + "compression: {mode: always}\n", "compression.mode", "auto or off", "always");
    refused(INSECURE + "compression: {cores: 0}\n", "compression.cores", "above 0 to 64");
    refused(INSECURE + "compression: {cores: 65}\n", "compression.cores", "65");
    refused(INSECURE + "compression: {share: 1.5}\n", "compression.share", "0 to 1");
  }

  @Test
  void everyKeyIsRead() throws IOException {
    AgentConfig config = load(MINIMAL + """
        tunnelPort: 1
        sitePort: 2
        fetchPort: 3
        neighbours:
          B: {local: 10.79.1.1, remote: 10.79.1.2, remotePort: 99}
        bypassSeconds: 0.5
        readersInOrder: false
        ioThreads: 0
        spool: {memoryBytes: 2000000, diskBytes: 10000000, directory: /tmp/x}
        cache: {memoryBytes: 16000000, diskBytes: 30000000, shares: equal}
        tls: {certificate: c.pem, key: /k.pem, ca: tls/ca.pem}
        """);
    assertThat(config.tls()).contains(new TlsPaths(directory.resolve("c.pem"), Path.of("/k.pem"), directory.resolve("tls/ca.pem")));
    assertThat(config.site()).isEqualTo(new SiteId("A"));
    assertThat(config.name()).isEqualTo("A-gw");
    assertThat(config.controllers()).singleElement().satisfies(address -> assertThat(address.getPort()).isEqualTo(7100));
    assertThat(config.listenAddress().getHostAddress()).isEqualTo("10.0.1.200");
    assertThat(config.tunnelPort() + config.sitePort() + config.fetchPort()).isEqualTo(6);
    Neighbour neighbour = config.neighbours().get(new SiteId("B"));
    assertThat(neighbour.local().getHostAddress()).isEqualTo("10.79.1.1");
    assertThat(neighbour.remote().getHostAddress()).isEqualTo("10.79.1.2");
    assertThat(neighbour.remotePort()).isEqualTo(99);
    assertThat(config.bypassSeconds()).isEqualTo(0.5);
    assertThat(config.readersInOrder()).isFalse();
    assertThat(config.ioThreads()).isZero();
    assertThat(config.spool().directory()).contains("/tmp/x");
    assertThat(config.cache()).isEqualTo(new CacheConfig(16_000_000, 30_000_000, SharePolicy.EQUAL));
    assertThat(config.cache().writingBytes()).isEqualTo(2_000_000);
    assertThat(new CacheConfig(1L << 30, 1L << 30, SharePolicy.HARE).writingBytes()).isEqualTo(32 << 20);
  }

  @Test
  void whatCannotBeUsedIsNamed() {
    refused(INSECURE + "tunelPort: 7\n", "tunelPort");
    refused(INSECURE + "spool: {disk: 7}\n", "disk");
    refused(INSECURE.replace("site: A", "site: Z"), "site", "Z");
    refused(INSECURE.replace("10.0.0.1:7100", "nowhere"), "controller", "HOST:PORT");
    refused(INSECURE.replace("10.0.0.1:7100", "'[fd00::1]:7100'"), "controller", "IPv4 only");
    refused(INSECURE + "metrics: gateway.example:7203\n", "metrics", "names are not taken");
    refused(INSECURE + "neighbours: {B: {local: 'fd00::1', remote: 10.0.0.2}}\n", "neighbours.B.local", "IPv4 only");
    refused(INSECURE + "neighbours: {B: {local: 10.0.0.1, remote: gateway.example}}\n", "neighbours.B.remote", "names are not taken");
    refused(INSECURE.replace("10.0.0.1:7100", "10.0.0.1:7100,"), "controller", "expected a value");
    refused(INSECURE.replace("10.0.1.200", "host.example"), "listenAddress", "host.example");
    refused(INSECURE.replace("t.yaml", "none.yaml"), "none.yaml");
    refused(INSECURE + "tunnelPort: 70000\n", "tunnelPort");
    refused(INSECURE + "sitePort: many\n", "sitePort");
    refused(INSECURE + "bypassSeconds: -1\n", "bypassSeconds");
    refused(INSECURE + "ioThreads: -1\n", "ioThreads");
    refused(INSECURE + "ioThreads: 65\n", "ioThreads");
    refused(INSECURE + "neighbours: {Q: {local: 10.0.0.1, remote: 10.0.0.2}}\n", "neighbours", "Q");
    refused(INSECURE + "neighbours: {B: {local: 10.0.0.1}}\n", "neighbours.B.remote");
    refused(INSECURE + "spool: {memoryBytes: 5}\n", "spool.memoryBytes");
    refused(INSECURE + "spool: {diskBytes: 5}\n", "spool.directory");
    refused(INSECURE + "cache: {memoryBytes: 2000000, diskBytes: 2000000}\n", "spool.directory", "cache.diskBytes is 2000000");
    refused(INSECURE + "spool: {directory: /tmp/x}\ncache: {diskBytes: 2000000}\n", "cache.diskBytes", "with cache.memoryBytes");
    refused(INSECURE + "spool: {directory: /tmp/x}\ncache: {memoryBytes: 2000000, diskBytes: 5}\n", "cache.diskBytes");
    refused(MINIMAL + "tls: {certificate: c.pem, key: k.pem}\n", "tls.ca");
    refused(MINIMAL + "tls: {cert: c.pem}\n", "cert");
    refused(MINIMAL, "tls", "insecure: true");
    refused(INSECURE + "tls: {certificate: c.pem, key: k.pem, ca: ca.pem}\n", "insecure: true");
    refused(INSECURE + "agentsPerSite: 17\n", "agentsPerSite", "17");
    refused(INSECURE + "agentsPerSite: 2\ntunnels: {address: 10.80.0.1, firstPort: 65472}\n", "tunnels.firstPort", "65536");
    refused(INSECURE + "neighbours: {B: {local: 10.0.0.1, remote: 10.0.0.2, others: [x]}}\n", "neighbours.B.others", "IP:PORT");
    refused("", "empty");
    refused(MINIMAL + "site: B\n", "site");
  }

  @Test
  void aSliceHasPortsASpoolAndItsPartOfTheLinks() throws IOException {
    AgentConfig process = load(INSECURE + """
        agentsPerSite: 4
        neighbours:
          B: {local: 10.79.1.1, remote: 10.79.1.2, others: ['10.79.1.3:7300']}
        spool: {memoryBytes: 2000000, diskBytes: 10000000, directory: /tmp/x}
        """);
    assertThat(process.share()).isEqualTo(new SiteShare(4, 0));
    AgentConfig third = process.ofSlice(2);
    assertThat(third.share()).isEqualTo(new SiteShare(4, 2));
    assertThat(List.of(third.tunnelPort(), third.sitePort(), third.fetchPort(), third.metrics().orElseThrow().getPort()))
        .containsExactly(7220, 7221, 7222, 7223);
    Neighbour neighbour = third.neighbours().get(new SiteId("B"));
    assertThat(List.of(neighbour.at(0), neighbour.at(1), neighbour.at(2))).extracting(InetSocketAddress::toString)
        .containsExactly("/10.79.1.2:7220", "/10.79.1.3:7320", "/10.79.1.2:7220");
    assertThat(neighbour.isAt(InetAddress.getByName("10.79.1.3"))).isTrue();
    assertThat(neighbour.isAt(InetAddress.getByName("10.79.1.4"))).isFalse();
    assertThat(third.spool().directory()).contains("/tmp/x/slice-2");
    assertThat(third.wan().linksFrom(new SiteId("A"))).singleElement()
        .satisfies(link -> assertThat(link.capacity().bytesPerSecond()).isEqualTo(1e9 / 8));
  }

  @Test
  void aMissingFileIsNamed() {
    assertThatThrownBy(() -> AgentConfigFile.load(directory.resolve("none.yaml")))
        .isInstanceOf(ConfigException.class).hasMessageContaining("none.yaml").hasMessageContaining("no such file");
  }

  @Test
  void severalControllersHaveCommasBetween() throws IOException {
    AgentConfig config = load(INSECURE.replace("10.0.0.1:7100", "10.0.0.1:7100, 10.0.0.2:7101"));
    assertThat(config.controllers()).extracting(address -> address.getHostString() + ":" + address.getPort())
        .containsExactly("10.0.0.1:7100", "10.0.0.2:7101");
  }
}
