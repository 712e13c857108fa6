package dev.terra.agent.tunnel;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.PipeAnswer;
import dev.terra.api.v1.PipeNews;
import dev.terra.api.v1.PipeOpen;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentMeta;
import dev.terra.api.v1.SegmentRequest;
import dev.terra.api.v1.ShuffleGrant;
import dev.terra.api.v1.TunnelHello;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Arrays;
import java.util.List;

/** Feeds any bytes to the decoders of control frames' payloads. The first byte selects the kind of message. */
public final class TunnelMessagesFuzz {
  private static final SiteId SELF = new SiteId("B");
  private static final Path PATH = Path.of("A", "C", "B");

  private TunnelMessagesFuzz() {}

  /** Returns one message of each kind. */
  public static List<byte[]> seeds() {
    ProducerOutput output = ProducerOutput.newBuilder().setProducer(3).setAttempt(1).build();
    return List.of(
        seed(0, TunnelHello.newBuilder().setProtocolVersion(4).addPath("A").addPath("B").setHop(1).setAgent("gw").build()),
        seed(1, SegmentMeta.newBuilder().setSegment(7).setShuffle("job_1_1").setOutput(output).setOriginIp("10.0.0.1")
            .setPartLength(100).setCrc32C(5).setPartitionCount(2).build()),
        seed(2, SegmentRequest.newBuilder().setShuffle("job_1_1").addOutputs(output).addWantedBytes(10).setReader(1)
            .setOriginIp("10.0.0.1").build()),
        seed(3, ShuffleGrant.newBuilder().setShuffle("job_1_1").build()),
        seed(4, PipeOpen.newBuilder().setRequest(1).addPath("A").addPath("B").addPath("C").setPlace(1).setBufferBytes(9).build()),
        seed(5, PipeNews.newBuilder().setState(PipeNews.State.SILENT).addNumbers(ByteString.copyFrom(new byte[16])).build()),
        seed(6, PipeAnswer.newBuilder().setRequest(1).setNumber(ByteString.copyFrom(new byte[16])).build()));
  }

  private static byte[] seed(int kind, MessageLite message) {
    byte[] bytes = message.toByteArray();
    byte[] input = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, input, 1, bytes.length);
    input[0] = (byte) kind;
    return input;
  }

  /** Checks that a message is taken, or refused with one of two exceptions. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
    try {
      take(input[0] & 7, bytes);
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      // The exception is a refusal.
      return;
    }
  }

  private static void take(int kind, byte[] bytes) throws InvalidProtocolBufferException {
    switch (kind) {
      case 0 -> {
        TunnelHello hello = TunnelHello.parseFrom(bytes);
        new Door.OfPipe(PipeOrder.first(PATH, 0)).admits(hello, Handshake.check(SELF, hello));
      }
      case 1 -> SegmentCopy.of(SegmentMeta.parseFrom(bytes)).describe();
      case 2 -> {
        SegmentRequest request = SegmentRequest.parseFrom(bytes);
        for (int i = 0; i < request.getOutputsCount(); i++) {
          SegmentCopy.of(request, i).request();
        }
      }
      case 4 -> PipeOrder.of(PipeOpen.parseFrom(bytes), SELF, new SiteId("A")).onwards().message();
      case 5 -> PipeNews.parseFrom(bytes).getNumbersList().forEach(PipeNumber::of);
      case 6 -> PipeNumber.of(PipeAnswer.parseFrom(bytes).getNumber()).bytes();
      default -> {
        ShuffleGrant grant = ShuffleGrant.parseFrom(bytes);
        new ShuffleId(grant.getShuffle());
        ShuffleKey.of(grant.getKey());
      }
    }
  }
}
