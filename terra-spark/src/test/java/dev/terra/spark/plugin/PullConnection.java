package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.network.shuffle.BlockStoreClient;

/** Asks a shuffle service one thing, over Spark's own connection. */
public final class PullConnection {
  private PullConnection() {}

  /** Gives the answer, or the failure. */
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
