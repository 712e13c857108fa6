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

/** The jobs that the NodeManager has, in the stock handler's tables (including the handler's recovery of them). It is thread-safe. */
public final class JobDirectory implements JobSecrets {
  private final Map<String, String> userByJob;
  private final JobTokenSecretManager tokens;

  /** Makes a view of the stock handler's tables. */
  public JobDirectory(Map<String, String> userByJob, JobTokenSecretManager tokens) {
    this.userByJob = userByJob;
    this.tokens = tokens;
  }

  /** Returns a job; empty if the tables do not have it. */
  public Optional<ActiveJob> find(String job) {
    return Optional.ofNullable(userByJob.get(job)).flatMap(user -> JobIds.activeJob(job, user));
  }

  /** Returns all jobs of the tables. */
  public List<ActiveJob> all() {
    return userByJob.entrySet().stream().flatMap(entry -> JobIds.activeJob(entry.getKey(), entry.getValue()).stream()).toList();
  }

  @Override
  public Optional<byte[]> of(String shuffle) {
    return ShuffleName.parse(shuffle).flatMap(name -> key(name.job())).map(SecretKey::getEncoded);
  }

  /** Returns a job's token; empty for an unknown job, for which Hadoop throws. */
  public Optional<SecretKey> key(String job) {
    try {
      return Optional.ofNullable(tokens.retrieveTokenSecret(job));
    } catch (InvalidToken e) {
      return Optional.empty();
    }
  }
}
