package dev.terra.agent.http;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.Partitions;
import dev.terra.api.door.KnownAddresses;
import dev.terra.api.proof.FetchProofs;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.FetchProof;
import dev.terra.api.v1.FetchRequest;
import dev.terra.api.v1.PartitionRange;
import dev.terra.api.v1.ProducerOutput;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Feeds any bytes to an agent's port for fetches. */
public final class FetchRequestsFuzz {
  private static final int MAX_REQUEST_BYTES = 4 << 20;

  private FetchRequestsFuzz() {}

  /** Returns a fetch, a fetch of ranges, and a request for statistics. */
  public static List<byte[]> seeds() {
    ProducerOutput output = ProducerOutput.newBuilder().setProducer(3).setAttempt(1).build();
    FetchRequest fetch = FetchRequest.newBuilder().setShuffle("job_1_1").addOutputs(output).setOriginIp("10.0.0.1").setChecksums(true)
        .addTakenBytes(1).addTakenCrc32C(2).setProof(FetchProof.newBuilder().setSession(1).setReader("127.0.0.1")).build();
    FetchRequest ranges = FetchRequest.newBuilder().setShuffle("a").addOutputs(output).setOriginIp("10.0.0.1/spark")
        .addRanges(PartitionRange.newBuilder().setFirst(1).setCount(2)).setUndecided(true).build();
    return List.of(post(fetch), post(ranges), "GET /v1/stats HTTP/1.1\r\nHost: agent\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] post(FetchRequest request) {
    byte[] body = request.toByteArray();
    byte[] head = ("POST /v1/fetch HTTP/1.1\r\nHost: agent\r\nContent-Length: " + body.length + "\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(body, 0, all, head.length, body.length);
    return all;
  }

  /** Checks that a connection answers, waits for more bytes or closes. */
  public static void fuzzerTestOneInput(byte[] input) {
    EmbeddedChannel owner = new EmbeddedChannel();
    EmbeddedChannel channel = new FromLoopback(new FetchHandler(
        owner.eventLoop(), new Desk(), new FetchClients(Optional.empty(), new KnownAddresses())));
    try {
      channel.writeInbound(Unpooled.copiedBuffer(input));
      owner.runPendingTasks();
      channel.checkException();
    } finally {
      channel.finishAndReleaseAll();
      owner.runPendingTasks();
      owner.finishAndReleaseAll();
    }
  }

  private static final class FromLoopback extends EmbeddedChannel {
    FromLoopback(FetchHandler handler) {
      super(new HttpServerCodec(), new HttpServerKeepAliveHandler(), new HttpObjectAggregator(MAX_REQUEST_BYTES), handler);
    }

    @Override
    protected SocketAddress remoteAddress0() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    }
  }

  /** Reads all fields of a request, and serves no bytes for it. */
  private static final class Desk implements FetchApi {
    @Override
    public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink) {
      Optional<String> problem = FetchProofs.problem(request, 1, client.getHostAddress(), Instant.EPOCH);
      for (ProducerOutput output : request.getOutputsList()) {
        OutputId.of(output).toMessage();
      }
      for (PartitionRange range : request.getRangesList()) {
        new Partitions(range.getFirst(), range.getCount());
      }
      if (problem.isPresent()) {
        sink.fail(problem.get());
      } else {
        sink.head(FetchHead.getDefaultInstance(), 0);
        sink.end();
      }
      return Optional.empty();
    }

    @Override
    public boolean stats(Consumer<byte[]> answer) {
      answer.accept(new byte[] {'{', '}'});
      return true;
    }
  }
}
