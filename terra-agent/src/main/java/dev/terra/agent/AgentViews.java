package dev.terra.agent;

import dev.terra.agent.site.Gateway;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.view.AgentView;
import dev.terra.api.door.KnownAddresses;
import dev.terra.core.wan.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Publishes views of the agent. They are made on the agent's thread; the newest view may be read on any thread. */
final class AgentViews {
  private final LocalSite site;
  private final AgentNetwork network;
  private final Data data;
  private final Ports ports;
  private final Clock clock;
  private volatile AgentView newest;
  private volatile boolean read;
  private final ViewPace pace = new ViewPace();

  /** The parts that hold data. */
  record Data(Sending sending, Receiving receiving, Spool spool) {}

  /** The parts that deal with the outside: the tunnels, the handlers, and the connections to all ports. */
  record Ports(TunnelTraffic traffic, Gateway gateway, KnownAddresses known, Optional<AgentTls> tls) {}

  /** Creates the publisher and the first view. */
  AgentViews(LocalSite site, AgentNetwork network, Data data, Ports ports, Clock clock) {
    this.site = site;
    this.network = network;
    this.data = data;
    this.ports = ports;
    this.clock = clock;
    this.newest = view();
  }

  /** Publishes a new view. If no view has been read for long, it does so seldom. It is to be called every 200 ms. */
  void publish() {
    boolean wasRead = read;
    read = false;
    if (pace.takeDue(wasRead)) {
      newest = view();
    }
  }

  /** Publishes a new view if the last one has been read, since its reader may read again soon. It is to be called every 20 ms. */
  void publishIfRead() {
    if (read) {
      publish();
    }
  }

  /** Returns the newest view. It may be called on any thread. */
  AgentView newest() {
    read = true;
    return newest;
  }

  private AgentView view() {
    Map<Path, Long> carried = data.sending.carriedBytes();
    return new AgentView(clock.millis(),
        new AgentView.Identity(site.config().site().name(), site.config().name(), network.context().session()),
        data.sending.deliveredBytes(), data.sending.progress(), data.receiving.readers(), data.spool.usage(),
        network.tunnels().planned().stream().map(status -> state(status, carried.getOrDefault(status.path(), 0L))).toList(),
        ports.gateway.counters(), site.events().newest(), site.events().count(),
        ports.tls.map(tls -> new AgentView.TlsState(tls.files().identity().uri(), tls.files().validUntil())),
        new AgentView.Refused(ports.known.refused(), ports.traffic.unheardFrames(), data.receiving.inbox().refusedSegments()),
        data.receiving.waits(), network.context().compression().compressor().use(), data.receiving.cache().use());
  }

  private static AgentView.TunnelState state(Tunnels.Status status, long carriedBytes) {
    long rttNanos = status.tunnel().map(Tunnel::rttNanos).orElse(0L);
    return new AgentView.TunnelState(status.path(), status.connections().size(), TimeUnit.NANOSECONDS.toMicros(rttNanos), carriedBytes);
  }
}
