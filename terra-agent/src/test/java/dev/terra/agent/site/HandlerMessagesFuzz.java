package dev.terra.agent.site;

import com.google.common.base.Ticker;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.FetchOffer;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerHeartbeat;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerLease;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.MapOutput;
import dev.terra.api.v1.MapOutputs;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.RedirectUnsent;
import dev.terra.api.v1.SegmentLength;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.StockHandler;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.fuzz.Choices;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;

/**
 * Feeds any bytes to an agent as the messages of a handler on its stream, and as the messages of another site's agent about its handlers.
 * They come in a row, each with the stream on which it comes, its length, and the time since the one before.
 */
public final class HandlerMessagesFuzz {
  private static final SiteId A = new SiteId("A");
  private static final SiteId B = new SiteId("B");
  private static final int STREAMS = 2;
  private static final int MOST_MESSAGES = 40;
  /** Stands for a directory of another site, in the place of a stream's number. */
  private static final int DIRECTORY = STREAMS;
  private static final long STEP_NANOS = 400_000_000L;

  private HandlerMessagesFuzz() {}

  /** Returns the messages of a handler about a job, from its hello to its end; the message of a stock handler; and a directory. */
  public static List<byte[]> seeds() {
    ProducerOutput output = ProducerOutput.newBuilder().setProducer(3).setAttempt(1).build();
    HandlerMessage hello = HandlerMessage.newBuilder().setHello(HandlerHello.newBuilder().setIp(ip(0)).setHost("h").setShufflePort(13_562)
        .setProtocolVersion(ProtocolVersions.SITE.newest())).build();
    HandlerMessage outputs = HandlerMessage.newBuilder().setMapOutputs(MapOutputs.newBuilder().setShuffle("job_1_1").setTotalMaps(4)
        .addOutputs(MapOutput.newBuilder().setOutput(output).setName("attempt_1_1_m_000003_1").addPartLengths(100).addPartLengths(200)
            .addRawLengths(300).addRawLengths(400))).build();
    FetchOffer offer = FetchOffer.newBuilder().setOffer(1).setShuffle("job_1_1").setPartition(1).setClientIp("10.0.1.9")
        .addSegments(SegmentLength.newBuilder().setOutput(output).setPartLength(200).setRawLength(400))
        .setKey(ByteString.copyFrom(new byte[32])).build();
    byte[] job = row(0, hello, HandlerMessage.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle("job_1_1")
            .setQueue("root.a").setUser("u")).build(), outputs,
        HandlerMessage.newBuilder().setOffer(offer).build(),
        HandlerMessage.newBuilder().setUnsent(RedirectUnsent.newBuilder().setOffer(1)).build(),
        HandlerMessage.newBuilder().setHeartbeat(HandlerHeartbeat.getDefaultInstance()).build(),
        HandlerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle("job_1_1")).build());
    byte[] stock = row(1, HandlerMessage.newBuilder().setStock(StockHandler.newBuilder().setIp(ip(1)).setHost("s").setReason("why")
        .setProtocolVersion(ProtocolVersions.SITE.newest())).build());
    byte[] directory = row(DIRECTORY, HandlerDirectory.newBuilder().addHandlers(HandlerLease.newBuilder().setIp("10.0.1.9")
        .setShufflePort(13_562).setAgeMillis(5)).build());
    return List.of(job, stock, directory);
  }

  private static byte[] row(int stream, MessageLite... messages) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (MessageLite message : messages) {
      byte[] bytes = message.toByteArray();
      all.write(stream);
      all.write(1);
      all.write(bytes.length);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  private static String ip(int stream) {
    return "10.0.0." + (stream + 1);
  }

  /** Checks that each message is taken, or refused with a reason, and that other streams can go on, whatever was sent. */
  public static void fuzzerTestOneInput(byte[] input) {
    new OneSite().take(new Choices(input));
  }

  /** A site with the streams of two handlers. */
  private static final class OneSite implements Announcements {
    private long nanos;
    private final Ticker ticker = new Ticker() {
      @Override
      public long read() {
        return nanos;
      }
    };
    private final TestSite site = new TestSite(new Far(), true, ticker);
    private final Gateway gateway = site.gateway(wan(), FetchTraces.off(), this);
    private final Answers[] answers = {new Answers(), new Answers()};
    private final Gateway.Session[] sessions = new Gateway.Session[STREAMS];

    OneSite() {
      for (int stream = 0; stream < STREAMS; stream++) {
        sessions[stream] = TestSite.session(gateway, answers[stream], ip(stream));
        sessions[stream].begin();
      }
    }

    private static Wan wan() {
      return new Wan("test", List.of(new Site(A, "A", Optional.empty(), 1, List.of("10.0.0.0/24")),
          new Site(B, "B", Optional.empty(), 1, List.of("10.0.1.0/24"))), List.of());
    }

    void take(Choices choices) {
      for (int i = 0; i < MOST_MESSAGES && choices.hasMore(); i++) {
        int stream = choices.below(STREAMS + 1);
        nanos += STEP_NANOS * choices.below(8);
        byte[] bytes = choices.take(choices.below(256));
        try {
          if (stream == DIRECTORY) {
            gateway.directory(new AgentId(B, "B-gw"), HandlerDirectory.parseFrom(bytes));
          } else if (!answers[stream].ended) {
            say(stream, HandlerMessage.parseFrom(bytes));
          }
        } catch (InvalidProtocolBufferException e) {
          continue; // gRPC ends such a stream
        }
        gateway.tick();
      }
      for (Gateway.Session session : sessions) {
        session.closed("over");
      }
      gateway.tick();
    }

    /** Handles a message as the service does. */
    private void say(int stream, HandlerMessage message) {
      try {
        sessions[stream].handle(message);
      } catch (IllegalArgumentException e) {
        sessions[stream].refuse(e.getMessage());
        if (!answers[stream].ended) {
          throw new AssertionError("refused, and the stream goes on", e);
        }
      }
    }

    @Override
    public void ended(ShuffleId shuffle) {
      site.decisions().end(shuffle);
    }

    @Override
    public void handlers(HandlerDirectory directory) {
      // it would be sent to other sites
    }
  }

  /** An outlook in which every site can be reached. */
  private static final class Far implements Outlook {
    @Override
    public double stockBytesPerSecond(SiteId site) {
      return 1e6;
    }

    @Override
    public double leastStockBytesPerSecond() {
      return 1e6;
    }

    @Override
    public String obstacle(ShuffleId shuffle, SiteId site) {
      return "";
    }
  }

  /** Receives the messages to a handler. */
  private static final class Answers implements StreamObserver<AgentMessage> {
    private boolean ended;

    @Override
    public void onNext(AgentMessage message) {
      // no test reads it
    }

    @Override
    public void onError(Throwable cause) {
      ended = true;
    }

    @Override
    public void onCompleted() {
      ended = true;
    }
  }
}
