package dev.terra.rest;

import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.HandlerReport;
import dev.terra.api.v1.HandlerReports;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An agent that sends the reports of a test, and keeps the rates that it receives. */
final class FakeAgent implements StreamObserver<ControllerMessage>, AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;
  private final ManagedChannel channel;
  private final StreamObserver<AgentReport> reports;
  private final BlockingQueue<ControllerMessage> heard = new LinkedBlockingQueue<>();
  private final Map<String, Map<String, Double>> rates = new HashMap<>();

  FakeAgent(int port, String site) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    reports = ControllerGrpc.newStub(channel).attach(this);
    say(AgentReport.newBuilder().setHello(
        AgentHello.newBuilder().setProtocolVersion(2).setSite(site).setAgent(site + "-gw").setSession(1)));
  }

  private synchronized void say(AgentReport.Builder report) {
    reports.onNext(report.build());
  }

  /** Reports bytes for one reader at a site. */
  void produce(String shuffle, long bytes, String to) {
    say(AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle(shuffle).addBytesByReducer(bytes)));
    say(AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(shuffle).putSiteByReducer(0, to)));
  }

  /** Reports a handler of the agent's site. With an empty reason, the handler follows the agent's decisions. */
  void handler(String ip, String stockReason) {
    say(AgentReport.newBuilder().setHandlers(HandlerReports.newBuilder().addHandlers(
        HandlerReport.newBuilder().setIp(ip).setHost("host").setVersion("0.1").setStockReason(stockReason))));
  }

  /** Returns the rate of a shuffle, bytes/s. */
  double rate(String shuffle) {
    return rates.getOrDefault(shuffle, Map.of()).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the rate of a shuffle on a path, bytes/s. */
  double over(String shuffle, String path) {
    return rates.getOrDefault(shuffle, Map.of()).getOrDefault(path, 0.0);
  }

  void awaitRates(Predicate<FakeAgent> wanted) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!wanted.test(this)) {
      ControllerMessage message = heard.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (message == null) {
        throw new AssertionError("no such rates within " + PATIENCE_SECONDS + " s, but " + rates);
      } else if (message.hasEpoch()) {
        take(message.getEpoch());
      }
    }
  }

  private void take(Epoch epoch) {
    if (epoch.getFull()) {
      rates.clear();
    }
    epoch.getRemovedList().forEach(bundle -> rates.remove(bundle.getShuffle()));
    epoch.getBundlesList().forEach(bundle -> rates.put(bundle.getShuffle(), byPath(bundle)));
  }

  private static Map<String, Double> byPath(BundleRates bundle) {
    Map<String, Double> byPath = new HashMap<>();
    bundle.getRatesList().forEach(rate -> byPath.put(String.join("-", rate.getPath().getSitesList()), rate.getBytesPerSecond()));
    return byPath;
  }

  @Override
  public void onNext(ControllerMessage message) {
    if (message.hasAlive()) {
      say(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));
    } else {
      heard.add(message);
    }
  }

  @Override
  public void onError(Throwable error) {
    // the test ends the stream itself
  }

  @Override
  public void onCompleted() {
    // the test ends the stream itself
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
