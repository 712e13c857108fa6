package dev.terra.controller.election;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableSet;
import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.ControllerChannels;
import dev.terra.agent.control.ControlEvents;
import dev.terra.agent.control.RateBook;
import dev.terra.agent.send.Rates;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ProbeRequest;
import dev.terra.api.v1.RatesInForce;
import dev.terra.api.v1.SiteRoutes;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.grpc.InsecureChannelCredentials;
import io.netty.channel.DefaultEventLoop;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An agent's real control client and rates, without tunnels: it tells what the test has it tell, again on every welcome. */
final class TalkingAgent implements ControlEvents {
  private static final long BEAT_MILLIS = 500;

  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final RateBook rates = new RateBook();
  private final List<AgentReport> words;
  private final ControllerChannels channels;
  private final ControlClient client;
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  TalkingAgent(String site, List<InetSocketAddress> controllers, AgentReport... words) {
    this.words = List.of(words);
    this.channels = ControllerChannels.open(controllers, InsecureChannelCredentials.create());
    this.client = new ControlClient(new ControlClient.Identity(AgentId.of(site, site + "-gw"), 1),
        channels, owner, Ticker.systemTicker(), new Random(site.hashCode()));
    owner.execute(() -> client.start(this));
    owner.scheduleAtFixedRate(() -> client.tick(0, FetchWaits.NONE, List::of), BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS)
        .addListener(over -> heard.add("no more beats"));
  }

  /** The rates of a bundle, as the agent would send by them. */
  Map<Path, Double> rates(String shuffle, String to, Path... live) {
    return owner.submit(() -> rates.of(
        new Rates.Question(new ShuffleId(shuffle), new SiteId(to), ImmutableSet.copyOf(live), 1, 0), client.isWithinLease(), 0))
        .syncUninterruptibly().getNow();
  }

  /** What it heard, in order. */
  Queue<String> heard() {
    return heard;
  }

  /** The terms of all welcomes and epochs that it took, in order. */
  List<Long> followedTerms() {
    return heard.stream().filter(what -> what.startsWith("welcome ") || what.startsWith("epoch of "))
        .map(what -> Long.valueOf(what.substring(what.lastIndexOf(' ') + 1))).toList();
  }

  /** How many controllers have welcomed it. */
  long welcomes() {
    return heard.stream().filter(what -> what.startsWith("welcome")).count();
  }

  @Override
  public void welcome(ControllerWelcome welcome, Consumer<AgentReport> reports) {
    heard.add("welcome " + welcome.getTerm());
    rates.session(welcome.getSession());
    words.forEach(reports);
    reports.accept(AgentReport.newBuilder()
        .setAllTold(client.hadRates() ? rates.inForce() : RatesInForce.getDefaultInstance()).build());
  }

  @Override
  public void epoch(Epoch epoch) {
    if (rates.apply(epoch)) {
      heard.add("epoch of " + epoch.getTerm());
    }
  }

  @Override
  public void ofOlderTerm(String detail) {
    heard.add("dropped " + detail);
  }

  @Override
  public void lost(String reason) {
    heard.add("lost");
  }

  @Override
  public void tunnels(SiteTunnels plan) {
    // it has none
  }

  @Override
  public void routes(SiteRoutes routes) {
    // it has none
  }

  @Override
  public void probe(ProbeRequest request) {
    // it has nothing to probe
  }

  @Override
  public void placement(PlacementReport placement) {
    // it places nothing
  }

  @Override
  public void submitted(SubmittedPart part) {
    // it carries nothing
  }

  @Override
  public void ended(String shuffle) {
    rates.dropShuffle(new ShuffleId(shuffle));
  }

  void close() throws InterruptedException {
    owner.submit(client::close).awaitUninterruptibly();
    channels.close();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
