package dev.terra.lab.viewers;

import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.version.ProtocolVersions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.util.HashMap;
import java.util.Map;

/**
 * An agent that carries nothing: it reports shuffles to a controller, and a little progress of each of them with every
 * call of {@link #progress}.
 */
final class MadeUpAgent implements StreamObserver<ControllerMessage>, AutoCloseable {

  private final ManagedChannel channel;
  private final StreamObserver<AgentReport> reports;
  private final Map<String, Long> produced = new HashMap<>();
  private final Map<String, String> destinations = new HashMap<>();
  private final Map<String, Long> done = new HashMap<>();

  MadeUpAgent(int port, String site) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    reports = ControllerGrpc.newStub(channel).attach(this);
    say(AgentReport.newBuilder().setHello(
        AgentHello.newBuilder().setProtocolVersion(ProtocolVersions.CONTROL.newest()).setSite(site).setAgent(site + "-gw").setSession(1)));
  }

  private synchronized void say(AgentReport.Builder report) {
    reports.onNext(report.build());
  }

  /** Reports a shuffle with bytes for one reader. */
  void produce(String shuffle, long bytes, String to) {
    produced.put(shuffle, bytes);
    destinations.put(shuffle, to);
    say(AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle(shuffle).addBytesByReducer(bytes)));
    say(AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle(shuffle).putSiteByReducer(0, to)));
  }

  /** Reports that a small part of each of its shuffles has arrived since the last call. */
  void progress(double part) {
    produced.forEach((shuffle, bytes) -> {
      long now = Math.min(bytes / 2, done.merge(shuffle, (long) (bytes * part), Long::sum));
      say(AgentReport.newBuilder().setProgress(
          BundleProgress.newBuilder().setShuffle(shuffle).setTo(destinations.get(shuffle)).setAcknowledgedBytes(now)));
    });
  }

  @Override
  public void onNext(ControllerMessage message) {
    if (message.hasAlive()) {
      say(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()));
    }
  }

  @Override
  public void onError(Throwable error) {
    // the controller stops first
  }

  @Override
  public void onCompleted() {
    // the controller stops first
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
