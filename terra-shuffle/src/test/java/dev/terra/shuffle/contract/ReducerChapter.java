package dev.terra.shuffle.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.Waiting;
import dev.terra.shuffle.support.HadoopReducer.Result;
import dev.terra.shuffle.support.HadoopReducer;
import dev.terra.shuffle.support.TestJob;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Hadoop's own reducer: event fetcher, fetchers, merge")
abstract class ReducerChapter extends ContractChapter {
  private static final int MAPS = 12;
  private static final int REDUCERS = 3;
  private static final int RECORDS = 400;
  private static final int KEY_BYTES = 16;

  private Result reduce(TestJob job, JobConf settings, int maps) throws IOException {
    node().startJob(job);
    for (int map = 0; map < maps; map++) {
      job.writeRecords(node().localDirectory(map), map, REDUCERS, RECORDS, settings);
    }
    return reduce(() -> new HadoopReducer(job, directory(), settings).run(1, REDUCERS, maps, url()));
  }

  private void assertReduced(Result result) {
    assertThat(result.keys()).isEqualTo(TestJob.keys(MAPS, 1, RECORDS));
    assertThat(result.failedShuffles()).isZero();
    assertThat(result.failedMaps()).isEmpty();
  }

  @Test
  @DisplayName("plain map outputs: all records in order, no failed fetch")
  void plain() throws IOException {
    assertReduced(reduce(new TestJob(11), reducerSettings(), MAPS));
  }

  @Test
  @DisplayName("compressed map outputs")
  void compressed() throws IOException {
    JobConf settings = reducerSettings();
    settings.setCompressMapOutput(true);
    assertReduced(reduce(new TestJob(12), settings, MAPS));
  }

  @Test
  @DisplayName("encrypted intermediate data")
  void encrypted() throws IOException {
    JobConf settings = reducerSettings();
    settings.setBoolean(MRJobConfig.MR_ENCRYPTED_INTERMEDIATE_DATA, true);
    TokenCache.setEncryptedSpillKey(new byte[KEY_BYTES], UserGroupInformation.getCurrentUser().getCredentials());
    UserGroupInformation.getCurrentUser().addCredentials(credentialsWithSpillKey());
    assertReduced(reduce(new TestJob(13), settings, MAPS));
  }

  private static org.apache.hadoop.security.Credentials credentialsWithSpillKey() {
    org.apache.hadoop.security.Credentials credentials = new org.apache.hadoop.security.Credentials();
    TokenCache.setEncryptedSpillKey(new byte[KEY_BYTES], credentials);
    return credentials;
  }

  @Test
  @DisplayName("map outputs that do not fit the reducer's memory, and are merged on disk")
  void onDisk() throws IOException {
    JobConf settings = reducerSettings();
    settings.setLong("mapreduce.reduce.memory.totalbytes", 100_000);
    assertReduced(reduce(new TestJob(14), settings, MAPS));
  }

  @Test
  @DisplayName("a missing map output is a failed fetch of that map, and of no other")
  void missing() throws Exception {
    TestJob job = new TestJob(15);
    JobConf settings = reducerSettings();
    node().startJob(job);
    for (int map = 1; map < MAPS; map++) {
      job.writeRecords(node().localDirectory(map), map, REDUCERS, RECORDS, settings);
    }
    String elsewhere = url().replace(host(), "localhost");
    HadoopReducer reducer = new HadoopReducer(job, directory(), settings);
    CompletableFuture<Result> reducing =
        HadoopReducer.inBackground(() -> reduce(() -> reducer.run(1, REDUCERS, MAPS, map -> map == 0 ? elsewhere : url())));
    Waiting.until("a fetch fails", () -> reducer.failedShuffles() > 0 || reducing.isDone());
    job.writeRecords(node().localDirectory(0), 0, REDUCERS, RECORDS, settings);
    assertThat(reducing.get().keys()).isEqualTo(TestJob.keys(MAPS, 1, RECORDS));
    assertThat(reducing.get().failedMaps()).allMatch(job.map(0)::equals);
  }
}
