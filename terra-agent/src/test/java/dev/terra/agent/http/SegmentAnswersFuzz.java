package dev.terra.agent.http;

import com.google.common.primitives.Bytes;
import dev.terra.agent.send.SegmentBook;
import dev.terra.agent.send.SegmentSource;
import dev.terra.agent.wire.Checksum;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.checksum.SegmentChecksum;
import dev.terra.api.proof.ReadProof;
import dev.terra.core.shuffle.ShuffleId;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Feeds any bytes to a read of a segment, as a handler's answer. */
public final class SegmentAnswersFuzz {
  private static final int LENGTH = 20;
  private static final byte[] BODY = "0123456789abcdefghij".getBytes(StandardCharsets.US_ASCII);

  private SegmentAnswersFuzz() {}

  /** Returns right answers, and a refusal. */
  public static List<byte[]> seeds() {
    String checksum = SegmentChecksum.FIELD + ": " + SegmentChecksum.format(Checksum.of(BODY)) + "\r\n";
    return List.of(answer("206 Partial Content", checksum), answer("206 Partial Content", ""), answer("404 Not Found", ""),
        Bytes.concat(("HTTP/1.1 206 OK\r\n" + checksum + "Transfer-Encoding: chunked\r\n\r\n14\r\n").getBytes(StandardCharsets.US_ASCII),
            BODY, "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
  }

  private static byte[] answer(String status, String fields) {
    return Bytes.concat(("HTTP/1.1 " + status + "\r\n" + fields + "Content-Length: " + LENGTH + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII), BODY);
  }

  /** Counts the answers to a read. */
  private record Counted(AtomicInteger answers) implements SegmentRead.Outcome {
    @Override
    public void whole(SegmentSource.Bytes bytes) {
      answers.incrementAndGet();
      int length = bytes.data().readableBytes();
      bytes.data().release();
      if (length != LENGTH) {
        throw new AssertionError(length + " bytes");
      }
    }

    @Override
    public void failed(String reason, boolean mayPass) {
      answers.incrementAndGet();
    }
  }

  private static final class NoPool implements SegmentConnection.Pool {
    @Override
    public void free(SegmentConnection connection) {
      // there is nothing more to read
    }

    @Override
    public void closed(SegmentConnection connection, Channel channel) {
      // there is nothing more to read
    }
  }

  /** Checks that a read gives either all bytes that were requested or a reason, and exactly once. */
  public static void fuzzerTestOneInput(byte[] input) {
    EmbeddedChannel owner = new EmbeddedChannel();
    InetSocketAddress handler = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    SegmentConnection connection = new SegmentConnection(owner.eventLoop(), handler, new NoPool());
    EmbeddedChannel channel = new EmbeddedChannel(new HttpClientCodec(4 << 10, 8 << 10, 64 << 10), connection);
    AtomicInteger answers = new AtomicInteger();
    SegmentCopy key = SegmentCopy.first(new ShuffleId("job_1_1"), OutputId.of(1), 0, "10.0.0.1");
    SegmentSource.Part part = new SegmentSource.Part(key, new SegmentBook.ServedAs("u", "m"), 0, LENGTH);
    connection.send(new SegmentRead(part, uri -> ReadProof.parse(uri, "1 1 " + "A".repeat(43)).orElseThrow(), new Counted(answers)));
    channel.runPendingTasks();
    channel.writeInbound(Unpooled.copiedBuffer(input));
    channel.finishAndReleaseAll();
    owner.runPendingTasks();
    owner.finishAndReleaseAll();
    if (answers.get() != 1) {
      throw new AssertionError(answers.get() + " answers to one read");
    }
  }
}
