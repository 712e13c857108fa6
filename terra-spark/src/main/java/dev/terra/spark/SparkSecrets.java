package dev.terra.spark;

import dev.terra.node.proof.JobSecrets;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.spark.network.sasl.SecretKeyHolder;

/**
 * The secrets of applications as Spark's shuffle service keeps them. Where it has none, since {@code spark.authenticate} is off, anybody
 * may read from Spark's own port as well: the secret is a word that everybody knows then. Thread-safe.
 */
final class SparkSecrets implements JobSecrets {
  private static final byte[] OPEN = "spark.authenticate is off".getBytes(StandardCharsets.UTF_8);

  private final Optional<SecretKeyHolder> secrets;

  /** Those of a service; empty: it authenticates nobody. */
  SparkSecrets(Optional<SecretKeyHolder> secrets) {
    this.secrets = secrets;
  }

  @Override
  public Optional<byte[]> of(String shuffle) {
    int slash = shuffle.indexOf('/');
    if (slash < 1) {
      return Optional.empty();
    }
    return secrets.isEmpty() ? Optional.of(OPEN.clone())
        : Optional.ofNullable(secrets.get().getSecretKey(shuffle.substring(0, slash))).map(text -> text.getBytes(StandardCharsets.UTF_8));
  }
}
