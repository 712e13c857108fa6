package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullMessage;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.network.client.RpcResponseCallback;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.client.TransportClientFactory;
import org.apache.spark.network.shuffle.BlockStoreClient;

/** Sends one request to a shuffle service over Spark's own connection. */
public final class PullConnection {
  private PullConnection() {}

  /** Sends one request and does not fetch the answer. The future completes when the service has replied where the answer is. */
  public static CompletableFuture<Void> askOnly(BlockStoreClient stock, InetSocketAddress service, PullRequest request) throws Exception {
    TransportClientFactory factory = (TransportClientFactory) SparkConnection.field("clientFactory").get(stock);
    TransportClient client = factory.createClient(service.getHostString(), service.getPort());
    CompletableFuture<Void> answered = new CompletableFuture<>();
    client.sendRpc(new PullMessage((String) SparkConnection.field("appId").get(stock), request).encode(), new RpcResponseCallback() {
      @Override
      public void onSuccess(ByteBuffer response) {
        answered.complete(null);
      }

      @Override
      public void onFailure(Throwable cause) {
        answered.completeExceptionally(cause);
      }
    });
    return answered;
  }

  /** Sends one request. The future completes with the kind of the answer, or with the failure. */
  public static CompletableFuture<PullReply.Kind> ask(BlockStoreClient stock, InetSocketAddress service, PullRequest request) {
    CompletableFuture<PullReply.Kind> answer = new CompletableFuture<>();
    try {
      new SparkConnection(stock, service).send(request, new ServiceConnection.Answer() {
        @Override
        public void came(ByteBuffer reply) {
          answer.complete(PullReply.decode(reply).kind());
        }

        @Override
        public void failed(Throwable cause) {
          answer.completeExceptionally(cause);
        }
      });
    } catch (ReflectiveOperationException | IOException e) {
      answer.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.completeExceptionally(e);
    }
    return answer;
  }
}
