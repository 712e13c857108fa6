package dev.terra.spark;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apache.spark.network.buffer.ManagedBuffer;
import org.apache.spark.network.client.TransportClient;
import org.apache.spark.network.server.OneForOneStreamManager;
import org.apache.spark.network.server.StreamManager;

/**
 * Offers chunks to a client as Spark's own handler does. It uses reflection, since Netty is in the method's signature: Netty has another
 * name in the distribution's shuffle service than in the single jars.
 */
final class StreamRegistry {
  private static final int PARAMETERS = 3;

  private final StreamManager manager;
  private final Method register;
  private final Method channel;

  /** Makes a registry; an exception means that Spark's classes are not as expected. */
  StreamRegistry(StreamManager manager) throws ReflectiveOperationException {
    this.manager = manager;
    this.register = Stream.of(OneForOneStreamManager.class.getMethods())
        .filter(method -> method.getName().equals("registerStream") && method.getParameterCount() == PARAMETERS).findFirst()
        .orElseThrow(() -> new NoSuchMethodException("OneForOneStreamManager.registerStream with " + PARAMETERS + " parameters"));
    this.channel = TransportClient.class.getMethod("getChannel");
    if (!(manager instanceof OneForOneStreamManager)) {
      throw new NoSuchMethodException("expected a OneForOneStreamManager, got a " + manager.getClass().getName());
    }
  }

  /** Offers chunks to a client, and returns the number with which the client requests them. */
  long register(TransportClient client, Iterator<ManagedBuffer> chunks) throws ReflectiveOperationException {
    return (Long) register.invoke(manager, client.getClientId(), chunks, channel.invoke(client));
  }
}
