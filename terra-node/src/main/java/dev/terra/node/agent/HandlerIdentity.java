package dev.terra.node.agent;

import dev.terra.api.v1.HandlerHello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * What a handler tells about itself.
 *
 * @param host the host's name, for people
 * @param shufflePort where reducers fetch
 * @param segmentPort where the site's agents read map outputs
 * @param address under which readers know this host; empty: the one that it reaches its agents from
 * @param service whose shuffles it serves, where handlers share an address; empty: Hadoop's
 */
public record HandlerIdentity(String host, int shufflePort, int segmentPort, Optional<InetAddress> address, String service) {
  /** The version of the messages between handlers and agents that is spoken here. */
  static final int PROTOCOL_VERSION = 5;

  HandlerHello helloTo(InetSocketAddress agent) {
    return HandlerHello.newBuilder().setProtocolVersion(PROTOCOL_VERSION).setHost(host)
        .setIp(address.orElseGet(() -> sourceAddressTowards(agent)).getHostAddress())
        .setShufflePort(shufflePort).setSegmentPort(segmentPort).setService(service).build();
  }

  /** The address that this host's connections to another host come from, as the routes say; no packet is sent. */
  static InetAddress sourceAddressTowards(InetSocketAddress peer) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.connect(peer);
      return socket.getLocalAddress();
    } catch (IOException e) {
      throw new UncheckedIOException("no route to agent " + peer, e);
    }
  }
}
