package dev.terra.shuffle.fetch;

import dev.terra.node.output.ActiveJob;
import dev.terra.node.proof.JobSecrets;
import dev.terra.shuffle.output.JobIds;
import dev.terra.shuffle.output.ShuffleName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;

/** The jobs that the NodeManager knows, as the stock handler keeps them (its recovery included). Thread-safe. */
public final class JobDirectory implements JobSecrets {
  private final Map<String, String> userByJob;
  private final JobTokenSecretManager tokens;

  /** A view of the stock handler's tables. */
  public JobDirectory(Map<String, String> userByJob, JobTokenSecretManager tokens) {
    this.userByJob = userByJob;
    this.tokens = tokens;
  }

  /** A known job. */
  public Optional<ActiveJob> find(String job) {
    return Optional.ofNullable(userByJob.get(job)).flatMap(user -> JobIds.activeJob(job, user));
  }

  /** All known jobs. */
  public List<ActiveJob> all() {
    return userByJob.entrySet().stream().flatMap(entry -> JobIds.activeJob(entry.getKey(), entry.getValue()).stream()).toList();
  }

  @Override
  public Optional<byte[]> of(String shuffle) {
    return ShuffleName.parse(shuffle).flatMap(name -> key(name.job())).map(SecretKey::getEncoded);
  }

  /** A job's token; empty for an unknown job, for which Hadoop throws. */
  public Optional<SecretKey> key(String job) {
    try {
      return Optional.ofNullable(tokens.retrieveTokenSecret(job));
    } catch (InvalidToken e) {
      return Optional.empty();
    }
  }
}
