package dev.terra.spark;

import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import dev.terra.spark.relay.BlockRelays;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.buffer.NioManagedBuffer;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.StreamCallbackWithID;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.server.StreamManager;
import org.apache.spark.network.shuffle.protocol.BlockTransferMessage;
import org.apache.spark.network.shuffle.protocol.OpenBlocks;
import org.apache.spark.network.shuffle.protocol.StreamHandle;

/**
 * Spark's shuffle service with Terra before it: answers what executors of this node ask of Terra, and passes everything else on untouched.
 * It sits behind Spark's authentication: whoever asks here has proved to be of its application, where that is on.
 */
final class PullHandler extends RpcHandler {
  private final RpcHandler stock;
  private final StreamRegistry streams;
  private final BlockRelays relays;

  PullHandler(RpcHandler stock, StreamRegistry streams, BlockRelays relays) {
    this.stock = stock;
    this.streams = streams;
    this.relays = relays;
  }

  @Override
  public void receive(TransportClient client, ByteBuffer message, RpcResponseCallback callback) {
    if (message.hasRemaining() && message.get(message.position()) == BlockTransferMessage.Type.OPEN_BLOCKS.id()
        && BlockTransferMessage.Decoder.fromByteBuffer(message.duplicate()) instanceof OpenBlocks open
        && open.execId.equals(PullRequest.EXECUTOR) && open.blockIds.length == 1) {
      pull(client, open, callback);
    } else {
      stock.receive(client, message, callback);
    }
  }

  private void pull(TransportClient client, OpenBlocks open, RpcResponseCallback callback) {
    if (client.getClientId() != null && !client.getClientId().equals(open.appId)) {
      throw new SecurityException("Client for " + client.getClientId() + " not authorized for application " + open.appId);
    }
    relays.handle(open.appId, PullRequest.parse(open.blockIds[0]), reply -> answer(client, reply, callback));
  }

  private void answer(TransportClient client, PullReply reply, RpcResponseCallback callback) {
    try {
      List<ManagedBuffer> chunk = List.of(new NioManagedBuffer(reply.encode()));
      callback.onSuccess(new StreamHandle(streams.register(client, chunk.iterator()), 1).toByteBuffer());
    } catch (ReflectiveOperationException | RuntimeException e) {
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
    stock.channelInactive(client);
  }

  @Override
  public void exceptionCaught(Throwable cause, TransportClient client) {
    stock.exceptionCaught(cause, client);
  }
}
