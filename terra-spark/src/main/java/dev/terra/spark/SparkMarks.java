package dev.terra.spark;

import dev.terra.node.latency.ResponseClasses;
import dev.terra.node.site.StockGate;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.shuffle.protocol.AbstractFetchShuffleBlocks;
import org.apache.spark.network.shuffle.protocol.BlockTransferMessage;
import org.apache.spark.network.shuffle.protocol.OpenBlocks;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marks what Spark's service sends to executors at other sites by the latency class of their application, and decides what the service may
 * not send. It uses reflection, since Netty has another name in Spark's distribution. If anything fails, the connection stays unmarked. It
 * is thread-safe.
 */
final class SparkMarks {
  private static final Logger LOG = LoggerFactory.getLogger(SparkMarks.class);

  private final ResponseClasses classes;
  private final StockGate gate;
  /** The application of each open connection; a connection belongs to one executor. */
  private final Map<TransportClient, String> applications = new ConcurrentHashMap<>();
  /** Null where Spark's classes are not as expected; nothing is marked then. */
  private final @Nullable Sockets sockets;

  SparkMarks(ResponseClasses classes, StockGate gate) {
    this.classes = classes;
    this.gate = gate;
    this.sockets = Sockets.find();
  }

  /** The methods that set a connection's option {@code IP_TOS}. */
  private record Sockets(Method channel, Method config, Method setOption, Object typeOfService) {
    static @Nullable Sockets find() {
      try {
        Method channel = TransportClient.class.getMethod("getChannel");
        Class<?> type = channel.getReturnType();
        Class<?> option = Class.forName(type.getPackageName() + ".ChannelOption", true, type.getClassLoader());
        Method config = type.getMethod("config");
        Method setOption = config.getReturnType().getMethod("setOption", option, Object.class);
        return new Sockets(channel, config, setOption, option.getField("IP_TOS").get(null));
      } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
        LOG.warn("Terra: answers of Spark's service are not marked by latency class, as this version of Spark is not supported", e);
        return null;
      }
    }

    void mark(TransportClient client, int value) throws ReflectiveOperationException {
      setOption.invoke(config.invoke(channel.invoke(client)), typeOfService, value);
    }
  }

  /**
   * Marks the answers to a request for blocks.
   *
   * @param message the request; it is read
   */
  void mark(TransportClient client, ByteBuffer message) {
    try {
      if (sockets != null && client.getSocketAddress() instanceof InetSocketAddress executor) {
        Optional<Integer> value = classes.typeOfService(application(client, message), executor.getAddress());
        if (value.isPresent()) {
          sockets.mark(client, value.get());
        }
      }
    } catch (ReflectiveOperationException | RuntimeException | Error e) {
      LOG.debug("Terra: answers to {} are not marked", client, e);
    }
  }

  /** Returns why the stock service may not answer a request for blocks; empty if it may, or if the message does not request blocks. */
  Optional<String> refusal(TransportClient client, ByteBuffer message) {
    if (!gate.isAnyRefused() || !(client.getSocketAddress() instanceof InetSocketAddress executor)) {
      return Optional.empty();
    }
    BlockTransferMessage request = BlockTransferMessage.Decoder.fromByteBuffer(message.duplicate());
    return request instanceof AbstractFetchShuffleBlocks || request instanceof OpenBlocks
        ? gate.refusal(application(client, message), executor.getAddress()) : Optional.empty();
  }

  private String application(TransportClient client, ByteBuffer message) {
    String known = applications.get(client);
    if (known != null) {
      return known;
    }
    String named = named(client, message);
    if (!named.isEmpty()) {
      applications.put(client, named);
    }
    return named;
  }

  /**
   * Returns the application of a client. Where Spark authenticates, a client's name is its application; otherwise, requests for blocks
   * contain it.
   */
  private static String named(TransportClient client, ByteBuffer message) {
    if (client.getClientId() != null) {
      return client.getClientId();
    }
    BlockTransferMessage request = BlockTransferMessage.Decoder.fromByteBuffer(message);
    if (request instanceof AbstractFetchShuffleBlocks fetch) {
      return fetch.appId;
    }
    return request instanceof OpenBlocks open ? open.appId : "";
  }

  /** Removes a connection that has ended. */
  void forget(TransportClient client) {
    applications.remove(client);
  }
}
