package dev.terra.spark;

import dev.terra.node.limit.PeerShares;
import dev.terra.spark.pull.PullMessage;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.relay.BlockRelays;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.StreamCallbackWithID;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.server.StreamManager;
import org.apache.spark.network.shuffle.protocol.StreamHandle;

/**
 * Spark's shuffle service with Terra before it: it handles the requests that executors of this node make to Terra, and passes all other
 * messages on untouched. It sits behind Spark's authentication: where authentication is on, a client here has proved that it belongs to its
 * application.
 */
final class PullHandler extends RpcHandler {
  /** The most requests and answers under way; an answer has 256 KiB at most, and some lengths. */
  private static final int MOST_ANSWERS = 1_024;
  /** The most requests and answers of one application. It has one under way for each fetch, and fewer fetches than this. */
  static final int MOST_ANSWERS_TO_ONE = 256;
  private final RpcHandler stock;
  private final StreamRegistry streams;
  private final BlockRelays relays;
  private final SparkMarks marks;
  private final PeerShares answers = new PeerShares(MOST_ANSWERS, MOST_ANSWERS_TO_ONE);

  PullHandler(RpcHandler stock, StreamRegistry streams, BlockRelays relays, SparkMarks marks) {
    this.marks = marks;
    this.stock = stock;
    this.streams = streams;
    this.relays = relays;
  }

  @Override
  public void receive(TransportClient client, ByteBuffer message, RpcResponseCallback callback) {
    if (PullMessage.isOne(message)) {
      pull(client, PullMessage.decode(message), callback);
      return;
    }
    Optional<String> refusal = marks.refusal(client, message.duplicate());
    if (refusal.isPresent()) {
      callback.onFailure(new IllegalStateException("Terra: " + refusal.get()));
      return;
    }
    marks.mark(client, message.duplicate());
    stock.receive(client, message, callback);
  }

  private void pull(TransportClient client, PullMessage message, RpcResponseCallback callback) {
    String application = message.application();
    if (client.getClientId() != null && !client.getClientId().equals(application)) {
      throw new SecurityException("Client for " + client.getClientId() + " not authorized for application " + application);
    }
    if (!answers.take(application)) {
      throw new IllegalStateException("too many answers to " + application + " are under way");
    }
    try {
      relays.handle(application, message.request(), reply -> answer(client, new HeldAnswer(reply, application), callback));
    } catch (RuntimeException e) {
      answers.give(application);
      throw e;
    }
  }

  /** An answer that Spark keeps until the executor has taken it or its connection has ended. */
  private final class HeldAnswer extends NioManagedBuffer {
    private final String application;
    private final AtomicBoolean released = new AtomicBoolean();

    HeldAnswer(PullReply reply, String application) {
      super(reply.encode());
      this.application = application;
    }

    @Override
    public ManagedBuffer release() {
      if (released.compareAndSet(false, true)) {
        answers.give(application);
      }
      return super.release();
    }
  }

  private void answer(TransportClient client, HeldAnswer answer, RpcResponseCallback callback) {
    try {
      callback.onSuccess(new StreamHandle(streams.register(client, List.<ManagedBuffer>of(answer).iterator()), 1).toByteBuffer());
    } catch (ReflectiveOperationException | RuntimeException e) {
      answer.release();
      callback.onFailure(e);
    }
  }

  @Override
  public void receive(TransportClient client, ByteBuffer message) {
    stock.receive(client, message);
  }

  @Override
  public StreamCallbackWithID receiveStream(TransportClient client, ByteBuffer header, RpcResponseCallback callback) {
    return stock.receiveStream(client, header, callback);
  }

  @Override
  public StreamManager getStreamManager() {
    return stock.getStreamManager();
  }

  @Override
  public MergedBlockMetaReqHandler getMergedBlockMetaReqHandler() {
    return stock.getMergedBlockMetaReqHandler();
  }

  @Override
  public void channelActive(TransportClient client) {
    stock.channelActive(client);
  }

  @Override
  public void channelInactive(TransportClient client) {
    marks.forget(client);
    stock.channelInactive(client);
  }

  @Override
  public void exceptionCaught(Throwable cause, TransportClient client) {
    stock.exceptionCaught(cause, client);
  }
}
