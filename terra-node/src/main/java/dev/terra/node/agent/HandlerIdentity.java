package dev.terra.node.agent;

import dev.terra.api.process.ProductVersion;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.StockHandler;
import dev.terra.api.version.Capability;
import dev.terra.api.version.ProtocolVersions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties that a handler reports about itself.
 *
 * @param host the host's name, for people
 * @param shufflePort the port at which reducers fetch
 * @param segmentPort the port at which the site's agents read map outputs
 * @param address the address by which readers reach this host; empty for the address from which the host reaches its agents
 * @param service the service whose shuffles it serves, where handlers share an address; empty for Hadoop's
 * @param shuffleName the name in this node's certificate, where reducers fetch over TLS
 * @param stockReason why it leaves all fetches to the stock path, if it does
 * @param capabilities the capabilities that it reports
 */
public record HandlerIdentity(String host, int shufflePort, int segmentPort, Optional<InetAddress> address, String service,
    Optional<String> shuffleName, Optional<String> stockReason, Set<Capability> capabilities) {
  private static final ProtocolVersions VERSIONS = ProtocolVersions.SITE;

  /** Creates the identity of a handler that carries out what agents decide, and reports its part of the fetches that they trace. */
  public HandlerIdentity(String host, int shufflePort, int segmentPort, Optional<InetAddress> address, String service) {
    this(host, shufflePort, segmentPort, address, service, Optional.empty(), Optional.empty(),
        Set.of(Capability.FETCH_TRACES, Capability.LATENCY_CLASSES));
  }

  /**
   * Returns the identity of a handler that leaves all fetches to the stock path: no client is redirected to it, and no agent reads from it.
   */
  public static HandlerIdentity stock(String host, @Nullable InetAddress address, String service, String reason) {
    return new HandlerIdentity(host, 0, 0, Optional.ofNullable(address), service, Optional.empty(), Optional.of(reason), Set.of());
  }

  /** Returns this identity with a shuffle port that uses TLS under a name. */
  public HandlerIdentity encrypted(String name) {
    return new HandlerIdentity(host, shufflePort, segmentPort, address, service, Optional.of(name), stockReason, capabilities);
  }

  /** Returns this identity for a handler that also reports what the stock path carried of shuffles that it only observes. */
  public HandlerIdentity observing() {
    Set<Capability> more = EnumSet.copyOf(capabilities);
    more.add(Capability.OBSERVED_SHUFFLES);
    return new HandlerIdentity(host, shufflePort, segmentPort, address, service, shuffleName, stockReason, more);
  }

  /** Returns the first message on a stream to an agent. */
  HandlerMessage introductionTo(InetSocketAddress agent) {
    return stockReason.map(reason -> HandlerMessage.newBuilder().setStock(stockTo(agent, reason)).build())
        .orElseGet(() -> HandlerMessage.newBuilder().setHello(helloTo(agent)).build());
  }

  private HandlerHello helloTo(InetSocketAddress agent) {
    return HandlerHello.newBuilder().setProtocolVersion(VERSIONS.oldest()).setNewestVersion(VERSIONS.newest()).setHost(host)
        .setIp(ip(agent)).setShufflePort(shufflePort)
        .setSegmentPort(segmentPort).setService(service).setVersion(ProductVersion.NUMBER).setShuffleName(shuffleName.orElse(""))
        .addAllCapabilities(Capability.names(capabilities)).build();
  }

  private StockHandler stockTo(InetSocketAddress agent, String reason) {
    return StockHandler.newBuilder().setProtocolVersion(VERSIONS.oldest()).setNewestVersion(VERSIONS.newest()).setHost(host)
        .setIp(ip(agent)).setService(service).setVersion(ProductVersion.NUMBER).setReason(reason).build();
  }

  private String ip(InetSocketAddress agent) {
    return address.orElseGet(() -> sourceAddressTowards(agent)).getHostAddress();
  }

  /** Returns the address from which this host's connections to another host come, according to the routes; no packet is sent. */
  static InetAddress sourceAddressTowards(InetSocketAddress peer) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(peer);
      return socket.getLocalAddress();
    } catch (IOException e) {
      throw new UncheckedIOException("no route to agent " + peer, e);
    }
  }
}
