package dev.terra.controller.election;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableSet;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.control.ControllerOrders;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.pace.Rates;
import dev.terra.agent.site.ServedByStock;
import dev.terra.agent.stats.Events;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.RatesInForce;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.grpc.InsecureChannelCredentials;
import io.netty.channel.DefaultEventLoop;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** An agent's real control client and rates, without tunnels. It sends the reports of the test, and repeats them after every welcome. */
final class TalkingAgent implements ControllerOrders {
  private static final long BEAT_MILLIS = 500;

  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final RateBook rates;
  private final Events events = new Events(Clock.systemUTC());
  private final ServedByStock served = new ServedByStock();
  private final SiteId site;
  private final List<AgentReport> words;
  private final ControllerChannels channels;
  private final ControlClient client;
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  TalkingAgent(String site, List<InetSocketAddress> controllers, AgentReport... words) {
    this.words = List.of(words);
    this.site = new SiteId(site);
    this.rates = new RateBook(this.site);
    this.channels = ControllerChannels.open(controllers, InsecureChannelCredentials.create());
    this.client = new ControlClient(new ControlClient.Identity(AgentId.of(site, site + "-gw"), 1),
        new ControlClient.Connection(channels, owner, Ticker.systemTicker()), events, new Random(site.hashCode()));
    owner.execute(() -> client.start(this));
    owner.scheduleAtFixedRate(() -> client.tick(0, FetchWaits.NONE, served), BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS)
        .addListener(over -> heard.add("no more beats"));
  }

  /** Returns the rates of a bundle at which the agent would send. */
  Map<Path, Double> rates(String shuffle, String to, Path... live) {
    return owner.submit(() -> rates.of(
        new Rates.Question(new BundleId(new ShuffleId(shuffle), site, new SiteId(to)), ImmutableSet.copyOf(live), 1, 0),
        client.isWithinLease(), 0))
        .syncUninterruptibly().getNow();
  }

  /** Returns a text for each welcome, epoch and lost connection of the control client, in order. */
  Queue<String> heard() {
    return heard;
  }

  /** Returns the terms of all welcomes and epochs that this agent has accepted, in order. */
  List<Long> followedTerms() {
    return heard.stream().filter(what -> what.startsWith("welcome ") || what.startsWith("epoch of "))
        .map(what -> Long.valueOf(what.substring(what.lastIndexOf(' ') + 1))).toList();
  }

  /** Returns how many welcomes have arrived. */
  long welcomes() {
    return heard.stream().filter(what -> what.startsWith("welcome")).count();
  }

  /** Returns the details of the events of this agent's client, which name the messages that it has dropped, in order. */
  List<String> dropped() {
    return owner.submit(() -> events.newest().stream().map(Events.Event::detail).toList()).syncUninterruptibly().getNow();
  }

  @Override
  public void welcome(ControllerWelcome welcome) {
    heard.add("welcome " + welcome.getTerm());
    rates.session(welcome.getSession());
    words.forEach(client::send);
    client.send(AgentReport.newBuilder()
        .setAllTold(client.hadRates() ? rates.inForce() : RatesInForce.getDefaultInstance()).build());
  }

  @Override
  public void command(ControllerMessage command) {
    if (command.hasEpoch() && rates.apply(command.getEpoch())) {
      heard.add("epoch of " + command.getEpoch().getTerm());
    } else if (command.hasEnded()) {
      rates.dropShuffle(new ShuffleId(command.getEnded().getShuffle()));
    }
  }

  @Override
  public void lost(String reason) {
    heard.add("lost");
  }

  void close() throws InterruptedException {
    owner.submit(client::close).awaitUninterruptibly();
    channels.close();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
