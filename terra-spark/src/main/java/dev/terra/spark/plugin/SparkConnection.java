package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullMessage;
import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.ChunkReceivedCallback;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.shuffle.BlockStoreClient;
import org.apache.spark.network.shuffle.protocol.BlockTransferMessage;
import org.apache.spark.network.shuffle.protocol.StreamHandle;

/**
 * Spark's own connection, with Spark's authentication and encryption. Spark's client sends block ids and nothing else, so its factory of
 * connections is reached by reflection. An answer arrives as a chunk, as blocks do: Spark's service does not report when it has sent the
 * answer to an RPC, so what it keeps for an executor would have no bound.
 */
final class SparkConnection implements ServiceConnection {
  private final BlockStoreClient stock;
  private final InetSocketAddress service;
  private final Field factory;
  private final Field application;

  /** Makes a connection; a {@link ReflectiveOperationException} means that this version of Spark's client is not supported. */
  SparkConnection(BlockStoreClient stock, InetSocketAddress service) throws ReflectiveOperationException {
    this.stock = stock;
    this.service = service;
    this.factory = field("clientFactory");
    this.application = field("appId");
  }

  static Field field(String name) throws ReflectiveOperationException {
    Field field = BlockStoreClient.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  @Override
  public void send(PullRequest request, Answer answer) throws IOException, InterruptedException {
    try {
      TransportClient client = ((TransportClientFactory) factory.get(stock)).createClient(service.getHostString(), service.getPort());
      ByteBuffer message = new PullMessage((String) application.get(stock), request).encode();
      client.sendRpc(message, new Handle(client, answer));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The answer to the RPC contains the number of a stream, whose one chunk is the reply. */
  private record Handle(TransportClient client, Answer answer) implements RpcResponseCallback, ChunkReceivedCallback {
    @Override
    public void onSuccess(ByteBuffer response) {
      if (BlockTransferMessage.Decoder.fromByteBuffer(response) instanceof StreamHandle handle) {
        client.fetchChunk(handle.streamId, 0, this);
      } else {
        answer.failed(new IOException("the service's answer is not a stream"));
      }
    }

    @Override
    public void onFailure(Throwable cause) {
      answer.failed(cause);
    }

    @Override
    public void onSuccess(int chunk, ManagedBuffer reply) {
      try {
        answer.came(reply.nioByteBuffer());
      } catch (IOException e) {
        answer.failed(e);
      }
    }

    @Override
    public void onFailure(int chunk, Throwable cause) {
      answer.failed(cause);
    }
  }
}
