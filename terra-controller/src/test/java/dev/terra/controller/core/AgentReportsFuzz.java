package dev.terra.controller.core;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.LinkReport;
import dev.terra.api.v1.LinkReports;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import dev.terra.fuzz.Choices;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Fuzz target: any bytes as the reports of agents. The input is a sequence of messages, each with the stream on which it arrives, the
 * time since the previous message, and its length.
 */
public final class AgentReportsFuzz {
  /** The number of streams: three with agents that have sent their hello, and one without a hello. */
  private static final int STREAMS = 4;
  private static final int MOST_MESSAGES = 40;
  private static final double STEP_SECONDS = 0.3;

  private AgentReportsFuzz() {}

  /** Returns seeds: the reports on a job from its description to its end, a hello, and reports on links and tunnels. */
  public static List<byte[]> seeds() {
    WanPath path = WanPath.newBuilder().addSites("A").addSites("B").build();
    return List.of(
        row(1, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle("j").setGroup("g").setQueue("q")),
            AgentReport.newBuilder().setShuffle(ShuffleReport.newBuilder().setShuffle("j").addBytesByReducer(100).putFurtherBytes("C", 7)),
            AgentReport.newBuilder().setPlacement(PlacementReport.newBuilder().setShuffle("j").putSiteByReducer(0, "B")),
            AgentReport.newBuilder().setProgress(BundleProgress.newBuilder().setShuffle("j").setTo("B").setAcknowledgedBytes(50)
                .setRequestedOutstandingBytes(50)),
            AgentReport.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle("j"))),
        row(0, AgentReport.newBuilder().setHello(
            AgentHello.newBuilder().setProtocolVersion(2).setSite("A").setAgent("second").setSession(4))),
        row(1, AgentReport.newBuilder().setTunnel(TunnelReport.newBuilder().setPath(path).setUp(true)),
            AgentReport.newBuilder().setLinks(LinkReports.newBuilder().addLinks(LinkReport.newBuilder().setPath(path)
                .setIntervalMillis(1_000).setDeliveredBytes(5_000).setNetworkLimitedMillis(500).setNetworkLimitedBytes(4_000)
                .setConnections(1)))));
  }

  private static byte[] row(int stream, AgentReport.Builder... reports) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (AgentReport.Builder report : reports) {
      byte[] bytes = report.build().toByteArray();
      all.write(stream);
      all.write(1);
      all.write(bytes.length);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  /** Checks that the controller accepts each report or refuses it with a reason, and can always compute a schedule afterwards. */
  public static void fuzzerTestOneInput(byte[] input) {
    Choices choices = new Choices(input);
    Harness life = new Harness();
    life.helloAll();
    double seconds = 0;
    for (int i = 0; i < MOST_MESSAGES && choices.hasMore(); i++) {
      int stream = choices.below(STREAMS);
      seconds += STEP_SECONDS * choices.below(8);
      life.at(seconds);
      try {
        life.state.handle(stream == 0 ? STREAMS : stream, AgentReport.parseFrom(choices.take(choices.below(256))), life.nowNanos);
      } catch (InvalidProtocolBufferException e) {
        continue; // gRPC ends such a stream
      }
      life.tick();
      life.round();
    }
    if (!life.events("schedule-failed").isEmpty()) {
      throw new AssertionError(life.events("schedule-failed").toString());
    }
  }
}
