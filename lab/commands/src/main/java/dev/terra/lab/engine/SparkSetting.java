package dev.terra.lab.engine;

import com.google.common.collect.ImmutableMap;
import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;

/**
 * The settings of Spark that an operator may change. Each is a row of the compatibility table: a job runs with it, with
 * both shuffles.
 */
public enum SparkSetting implements Labelled {
  DEFAULTS("Spark's defaults, with adaptive execution", Carrier.TUNNELS, ImmutableMap.of()),
  NOT_ADAPTIVE("without adaptive execution", Carrier.TUNNELS, ImmutableMap.of("spark.sql.adaptive.enabled", "false")),
  AUTHENTICATE("`spark.authenticate`", Carrier.TUNNELS, ImmutableMap.of("spark.authenticate", "true")),
  NETWORK_CRYPTO("`spark.authenticate` and `spark.network.crypto.enabled`", Carrier.TUNNELS,
      ImmutableMap.of("spark.authenticate", "true", "spark.network.crypto.enabled", "true")),
  IO_ENCRYPTION("`spark.io.encryption.enabled`", Carrier.TUNNELS,
      ImmutableMap.of("spark.authenticate", "true", "spark.network.crypto.enabled", "true", "spark.io.encryption.enabled", "true")),
  ZSTD("`spark.io.compression.codec` zstd", Carrier.TUNNELS, ImmutableMap.of("spark.io.compression.codec", "zstd")),
  NOT_COMPRESSED("`spark.shuffle.compress` false", Carrier.TUNNELS, ImmutableMap.of("spark.shuffle.compress", "false")),
  TO_DISK("large blocks fetched to disk, `spark.network.maxRemoteBlockSizeFetchToMem` 16k", Carrier.TUNNELS,
      ImmutableMap.of("spark.network.maxRemoteBlockSizeFetchToMem", "16k")),
  OLD_PROTOCOL("`spark.shuffle.useOldFetchProtocol`", Carrier.TUNNELS, ImmutableMap.of("spark.shuffle.useOldFetchProtocol", "true")),
  SKEWED_JOIN("a skewed join, whose large partition adaptive execution splits", Carrier.TUNNELS, SparkJob.SKEW, ImmutableMap.of(),
      "AQEShuffleRead [a-z ]*skewed"),
  LOCAL_READER("a join that adaptive execution makes one without a sort", Carrier.BOTH, SparkJob.CONVERTED, ImmutableMap.of(),
      "AQEShuffleRead local"),
  BARRIER("a barrier stage", Carrier.TUNNELS, SparkJob.BARRIER, ImmutableMap.of()),
  STAGE_RETRY("an output that is lost: the stage is tried again, with other attempts of maps", Carrier.TUNNELS, SparkJob.RETRIED,
      ImmutableMap.of()),
  DECOMMISSIONED("`spark.decommission.enabled`, an executor whose blocks move to others", Carrier.BOTH, SparkJob.DECOMMISSIONED,
      ImmutableMap.of("spark.decommission.enabled", "true", "spark.storage.decommission.enabled", "true",
          "spark.storage.decommission.shuffleBlocks.enabled", "true")),
  SPECULATION("`spark.speculation`", Carrier.TUNNELS, ImmutableMap.of("spark.speculation", "true")),
  SERVED_RDDS("`spark.shuffle.service.fetch.rdd.enabled`", Carrier.TUNNELS, SparkJob.CACHED,
      ImmutableMap.of("spark.shuffle.service.fetch.rdd.enabled", "true")),
  DYNAMIC_ALLOCATION("dynamic allocation, five shuffles of 200 x 200 blocks", Carrier.TUNNELS, SparkJob.STAGES,
      ImmutableMap.of("spark.dynamicAllocation.enabled", "true", "spark.dynamicAllocation.executorIdleTimeout", "10s")),
  PUSH_BASED("push-based shuffle", Carrier.BOTH, SparkJob.JOIN,
      ImmutableMap.of("spark.shuffle.push.enabled", "true", "spark.serializer", "org.apache.spark.serializer.KryoSerializer",
          "spark.shuffle.push.mergersMinStaticThreshold", "2", "spark.shuffle.push.minShuffleSizeToWait", "0",
          "spark.shuffle.push.server.mergedShuffleFileManagerImpl", "org.apache.spark.network.shuffle.RemoteBlockPushResolver"),
      "Merged (Remote|Local) Blocks Fetched\":[1-9]"),
  WITHOUT_SERVICE("without the external shuffle service", Carrier.SPARK, ImmutableMap.of("spark.shuffle.service.enabled", "false"));

  /** The part that carries shuffled bytes across sites. */
  public enum Carrier {
    /** Tunnels carry 95 % or more. */
    TUNNELS("tunnels"),
    /** Spark carries what it has merged or moved, or reads it where it was written; tunnels carry the other bytes that cross. */
    BOTH("Spark what it merges or moves, tunnels the rest"),
    /** Spark's own path carries the bytes, and executors log the reason. */
    SPARK("Spark; executors' logs say why");

    private final String words;

    Carrier(String words) {
      this.words = words;
    }
  }

  private final String words;
  private final Carrier carrier;
  private final SparkJob job;
  private final ImmutableMap<String, String> properties;
  private final String evidence;

  SparkSetting(String words, Carrier carrier, ImmutableMap<String, String> properties) {
    this(words, carrier, SparkJob.JOIN, properties);
  }

  SparkSetting(String words, Carrier carrier, SparkJob job, ImmutableMap<String, String> properties) {
    this(words, carrier, job, properties, "");
  }

  SparkSetting(String words, Carrier carrier, SparkJob job, ImmutableMap<String, String> properties, String evidence) {
    this.words = words;
    this.carrier = carrier;
    this.job = job;
    this.properties = properties;
    this.evidence = evidence;
  }

  /** Returns the part that carries the bytes. */
  public Carrier carrier() {
    return carrier;
  }

  /** Returns the job that runs with this setting. */
  public SparkJob job() {
    return job;
  }

  /** Returns the properties that the operator writes into the files of jobs and of NodeManagers; each of them reads its own. */
  public ImmutableMap<String, String> properties() {
    return properties;
  }

  /** Returns a pattern that the job's event log contains if the setting had its effect; empty if the log does not show it. */
  public String evidence() {
    return evidence;
  }

  /** Returns whether some fetch must fail, with any shuffle. How many fail is a matter of chance. */
  public boolean losesOutput() {
    return this == STAGE_RETRY;
  }

  /** Returns the setting's row of the compatibility table. */
  public String row() {
    return "| " + words + " | " + carrier.words + " | `" + label() + "` |";
  }

  /** Reads a setting from a command line. */
  public static final class Converter extends LabelConverter<SparkSetting> {
    /** Picocli calls this constructor. */
    public Converter() {
      super(SparkSetting.values());
    }
  }
}
