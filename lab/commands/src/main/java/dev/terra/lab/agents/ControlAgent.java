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
 * What an agent is to a controller, without any data: its control client and its rates, for the bench's shuffles, and tunnels of
 * which it says that they are up or down. All that it says and hears is counted.
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
   * One that does nothing until {@link #join}.
   *
   * @param slice which of its site it carries
   */
  ControlAgent(SiteId site, int slice, List<InetSocketAddress> controllers, EventLoop owner) {
    this.agent = AgentId.of(site.name(), site.name() + "-gw-" + slice);
    this.owner = owner;
    this.rates = new RateBook(site);
    this.channels = ControllerChannels.open(controllers, InsecureChannelCredentials.create());
    this.client = new ControlClient(new ControlClient.Identity(agent, 1, slice, Set.of()),
        new ControlClient.Connection(channels, owner, Ticker.systemTicker()), events, new Random(agent.hashCode()));
  }

  /** A shuffle of which it has so many bytes for each reducer; before {@link #join}. */
  void produce(String shuffle, List<Long> bytesByReducer, Map<Integer, String> siteByReducer) {
    shuffles.add(AgentReport.newBuilder()
        .setShuffle(ShuffleReport.newBuilder().setShuffle(shuffle).addAllBytesByReducer(bytesByReducer)).build());
    shuffles.add(AgentReport.newBuilder()
        .setPlacement(PlacementReport.newBuilder().setShuffle(shuffle).putAllSiteByReducer(siteByReducer)).build());
  }

  /** Attaches to the controllers, and beats from now on. */
  void join() {
    owner.execute(() -> client.start(this));
    Guard guard = new Guard("the beats of an agent", (line, thrown) -> System.err.println(line));
    Periodic.every(owner, BEAT_MILLIS, TimeUnit.MILLISECONDS, guard, () -> client.tick(0, FetchWaits.NONE, served));
  }

  /** Says of all its tunnels over a link, in either direction, that they are up or down. */
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

  /** The term of the controller that it follows; 0: none. */
  long followed() {
    return followed;
  }

  /** When it last heard anything but that a controller lives. */
  long lastNewsNanos() {
    return lastNewsNanos;
  }

  /** The rates by which it goes. */
  RatesInForce inForce() {
    return inForce;
  }

  /** How many bytes it has said, before compression. */
  long saidBytes() {
    return said.get();
  }

  /** How many bytes it has heard, before compression. */
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
      default -> { } // that the controller lives
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

  /** Detaches. */
  void leave() {
    owner.execute(client::close);
    channels.close();
  }
}
