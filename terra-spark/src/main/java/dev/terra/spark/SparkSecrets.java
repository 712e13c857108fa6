package dev.terra.spark;

import dev.terra.node.proof.JobSecrets;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.spark.network.sasl.SecretKeyHolder;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of applications as Spark's shuffle service keeps them. Where the service has none, since {@code spark.authenticate} is off,
 * any client may read from Spark's own port as well, so the secret is a public word. It is thread-safe.
 */
final class SparkSecrets implements JobSecrets {
  private static final byte[] OPEN = "spark.authenticate is off".getBytes(StandardCharsets.UTF_8);

  private final @Nullable SecretKeyHolder secrets;

  /** Makes the secrets of a service; {@code secrets} is null if the service authenticates no clients. */
  SparkSecrets(@Nullable SecretKeyHolder secrets) {
    this.secrets = secrets;
  }

  @Override
  public Optional<byte[]> of(String shuffle) {
    int slash = shuffle.indexOf('/');
    if (slash < 1) {
      return Optional.empty();
    }
    return secrets == null ? Optional.of(OPEN.clone())
        : Optional.ofNullable(secrets.getSecretKey(shuffle.substring(0, slash))).map(text -> text.getBytes(StandardCharsets.UTF_8));
  }
}
