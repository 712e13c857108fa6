package dev.terra.spark;

import dev.terra.node.proof.JobSecrets;
import dev.terra.spark.output.ExecutorFolders;
import dev.terra.spark.pull.ExecutorNumber;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.network.sasl.SecretKeyHolder;
import org.apache.spark.network.server.RpcHandler;
import org.apache.spark.network.shuffle.ExternalBlockHandler;
import org.apache.spark.network.shuffle.ExternalShuffleBlockResolver.AppExecId;
import org.apache.spark.network.shuffle.ExternalShuffleBlockResolver;
import org.apache.spark.network.shuffle.protocol.ExecutorShuffleInfo;
import org.apache.spark.network.yarn.YarnShuffleService;
import org.jspecify.annotations.Nullable;

/**
 * Everything of Spark's shuffle service that is reached by reflection. A {@link ReflectiveOperationException} means that this version of
 * Spark is not supported.
 */
final class SparkInternals {
  private final Object server;
  private final Field handler;
  private final ExternalBlockHandler stock;
  private final Map<?, ?> executors;
  private final @Nullable SecretKeyHolder secrets;

  SparkInternals(YarnShuffleService service) throws ReflectiveOperationException {
    server = field(YarnShuffleService.class, "shuffleServer").get(service);
    if (server == null) {
      throw new NoSuchFieldException("Spark's shuffle server has not started");
    }
    handler = field(server.getClass(), "appRpcHandler");
    stock = (ExternalBlockHandler) handler.get(server);
    ExternalShuffleBlockResolver resolver = stock.getBlockResolver();
    secrets = (SecretKeyHolder) field(YarnShuffleService.class, "secretManager").get(service);
    executors = (Map<?, ?>) field(ExternalShuffleBlockResolver.class, "executors").get(resolver);
  }

  private static Field field(Class<?> of, String name) throws NoSuchFieldException {
    Field field = of.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** Returns the applications' secrets; they are public if clients need none. */
  JobSecrets secrets() {
    return new SparkSecrets(secrets);
  }

  /** Returns Spark's own handler. */
  RpcHandler stock() {
    return stock;
  }

  /** Returns the port of the shuffle service. */
  int port() throws ReflectiveOperationException {
    return (Integer) server.getClass().getMethod("getPort").invoke(server);
  }

  /** Makes future connections use this handler. */
  void handleWith(RpcHandler other) throws ReflectiveOperationException {
    handler.set(server, other);
  }

  /** Returns the registered executors. */
  List<ExecutorFolders> executors() {
    return executors.entrySet().stream().flatMap(SparkInternals::folders).toList();
  }

  /** Returns whether an application has registered executors. */
  boolean knows(String application) {
    return executors.keySet().stream().anyMatch(key -> key instanceof AppExecId id && id.appId.equals(application));
  }

  private static Stream<ExecutorFolders> folders(Map.Entry<?, ?> entry) {
    if (entry.getKey() instanceof AppExecId id && entry.getValue() instanceof ExecutorShuffleInfo info) {
      return ExecutorNumber.of(id.execId).stream().mapToObj(number ->
          new ExecutorFolders(id.appId, number, Stream.of(info.localDirs).map(Path::of).toList(), info.subDirsPerLocalDir));
    }
    return Stream.empty();
  }
}
