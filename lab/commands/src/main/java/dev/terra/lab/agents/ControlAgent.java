package dev.terra.lab.agents;

import com.google.common.base.Ticker;
import com.google.protobuf.MessageLite;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.control.ControllerOrders;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.site.ServedByStock;
import dev.terra.agent.stats.Events;
import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.TunnelReport;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import io.grpc.InsecureChannelCredentials;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of an agent that a controller sees, without any data: its control client, its rates for the bench's
 * shuffles, and tunnels that it reports as up or down. It counts the bytes of all messages that it sends and receives.
 */
final class ControlAgent implements ControllerOrders {
  private static final long BEAT_MILLIS = 500;

  private final AgentId agent;
  private final EventLoop owner;
  private final RateBook rates;
  private final ControllerChannels channels;
  private final ControlClient client;
  private final Events events = new Events(Clock.systemUTC());
  private final ServedByStock served = new ServedByStock();
  private final List<AgentReport> shuffles = new ArrayList<>();
  private final AtomicLong said = new AtomicLong();
  private final AtomicLong heard = new AtomicLong();
  private SiteTunnels tunnels = SiteTunnels.getDefaultInstance();
  private volatile long followed;
  private volatile long lastNewsNanos;
  private volatile RatesInForce inForce = RatesInForce.getDefaultInstance();

  /**
   * Makes an agent that does nothing until {@link #join}.
   *
   * @param slice the slice of its site that the agent carries
   */
  ControlAgent(SiteId site, int slice, List<InetSocketAddress> controllers, EventLoop owner) {
    this.agent = AgentId.of(site.name(), site.name() + "-gw-" + slice);
    this.owner = owner;
    this.rates = new RateBook(site);
    this.channels = ControllerChannels.open(controllers, InsecureChannelCredentials.create());
    this.client = new ControlClient(new ControlClient.Identity(agent, 1, slice, Set.of()),
        new ControlClient.Connection(channels, owner, Ticker.systemTicker()), events, new Random(agent.hashCode()));
  }

  /** Adds a shuffle of which the agent has the given bytes for each reducer. It is called before {@link #join}. */
  void produce(String shuffle, List<Long> bytesByReducer, Map<Integer, String> siteByReducer) {
    shuffles.add(AgentReport.newBuilder()
        .setShuffle(ShuffleReport.newBuilder().setShuffle(shuffle).addAllBytesByReducer(bytesByReducer)).build());
    shuffles.add(AgentReport.newBuilder()
        .setPlacement(PlacementReport.newBuilder().setShuffle(shuffle).putAllSiteByReducer(siteByReducer)).build());
  }

  /** Attaches the agent to the controllers and starts its heartbeats. */
  void join() {
    owner.execute(() -> client.start(this));
    Guard guard = new Guard("the beats of an agent", (line, thrown) -> System.err.println(line));
    Periodic.every(owner, BEAT_MILLIS, TimeUnit.MILLISECONDS, guard, () -> client.tick(0, FetchWaits.NONE, served));
  }

  /** Reports all tunnels of the agent over a link, in either direction, as up or down. */
  void link(LinkId link, boolean up) {
    owner.execute(() -> tunnels.getDestinationsList().stream().flatMap(plan -> plan.getTunnelsList().stream())
        .filter(tunnel -> crosses(tunnel, link.from().name(), link.to().name()))
        .forEach(tunnel -> say(AgentReport.newBuilder().setTunnel(
            TunnelReport.newBuilder().setPath(tunnel.getPath()).setUp(up).setReason(up ? "" : "cut")).build())));
  }

  private static boolean crosses(PlannedTunnel tunnel, String one, String other) {
    List<String> sites = tunnel.getPath().getSitesList();
    for (int i = 1; i < sites.size(); i++) {
      String before = sites.get(i - 1);
      String after = sites.get(i);
      if ((before.equals(one) && after.equals(other)) || (before.equals(other) && after.equals(one))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the term of the controller that the agent follows, 0 if it follows none. */
  long followed() {
    return followed;
  }

  /** Returns the {@link System#nanoTime} at which the last message arrived other than a heartbeat or the end of a shuffle. */
  long lastNewsNanos() {
    return lastNewsNanos;
  }

  /** Returns the rates that apply. */
  RatesInForce inForce() {
    return inForce;
  }

  /** Returns the bytes of all messages that the agent sent, before compression. */
  long saidBytes() {
    return said.get();
  }

  /** Returns the bytes of all messages that the agent received, before compression, except heartbeats. */
  long heardBytes() {
    return heard.get();
  }

  private void say(AgentReport report) {
    said.addAndGet(report.getSerializedSize());
    client.send(report);
  }

  private void hear(MessageLite message) {
    heard.addAndGet(message.getSerializedSize());
    lastNewsNanos = System.nanoTime();
  }

  @Override
  public void welcome(ControllerWelcome welcome) {
    hear(welcome);
    tunnels = welcome.getTunnels();
    rates.session(welcome.getSession());
    shuffles.forEach(this::say);
    say(AgentReport.newBuilder()
        .setAllTold(client.hadRates() ? rates.inForce() : RatesInForce.getDefaultInstance()).build());
    followed = welcome.getTerm();
  }

  @Override
  public void command(ControllerMessage command) {
    switch (command.getCommandCase()) {
      case EPOCH -> epoch(command.getEpoch());
      case TUNNELS -> {
        hear(command.getTunnels());
        tunnels = command.getTunnels();
      }
      case ROUTES -> hear(command.getRoutes());
      case PROBE -> hear(command.getProbe());
      case PLACEMENT -> hear(command.getPlacement());
      case SUBMITTED -> hear(command.getSubmitted());
      case ENDED -> {
        rates.dropShuffle(new ShuffleId(command.getEnded().getShuffle()));
        inForce = rates.inForce();
      }
      default -> { } // a heartbeat of the controller
    }
  }

  @Override
  public void lost(String reason) {
    followed = 0;
  }

  private void epoch(Epoch epoch) {
    hear(epoch);
    if (rates.apply(epoch)) {
      inForce = rates.inForce();
    }
  }

  /** Detaches the agent from the controllers. */
  void leave() {
    owner.execute(client::close);
    channels.close();
  }
}
