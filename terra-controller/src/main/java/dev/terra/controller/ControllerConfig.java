package dev.terra.controller;

import com.google.common.collect.ImmutableMap;
import dev.terra.api.tls.TlsPaths;
import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlMap;
import dev.terra.config.YamlRecords;
import dev.terra.config.YamlValue;
import dev.terra.controller.core.queue.UncompressedJobs;
import dev.terra.controller.core.recurring.RecurringSettings;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.controller.election.ZooKeeperConfig;
import dev.terra.controller.network.NetworkConfig;
import dev.terra.controller.yarn.ResourceManagerConfig;
import dev.terra.core.balance.BalanceKind;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.residency.ResidencyRule;
import dev.terra.core.slice.Slices;
import dev.terra.core.units.CostLimits;
import dev.terra.core.wan.Payload;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostGoal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The controller's configuration file, YAML. Keys that are not listed here are errors.
 *
 * @param topology the WAN's topology file; a relative name is taken from the directory of the configuration file
 * @param listen address and port to listen on, {@code IP:PORT}; port 0 takes a free one
 * @param policy the scheduling policy, {@code terra-plus} or {@code terra}
 * @param pathsPerPair paths, and so tunnels, for each ordered pair of sites, 1 to 64
 * @param planEfficiency the share of a link's capacity (in IP bytes) that plans may use, above 0 and at most 1; the rest is for
 *     headers, acknowledgements and control messages
 * @param keptForJobs the share of the planned capacity that stays free while a job shuffles, 0 to 0.5. The job's RPCs, commits and
 *     reads cross the same links, and would wait in the queues of full links. While only submitted shuffles run, plans use this
 *     share, too
 * @param leaseMillis for how long agents keep their rates after they have lost the controller, 1000 to 600000 ms
 * @param queues the terms on which the shuffles of some queues are served, by the queue's name
 * @param tls the files for TLS; if empty, any client that reaches the controller can steer it
 * @param network how tunnels follow their paths
 * @param http how the controller is reached over HTTP
 * @param zookeeper the ZooKeeper through which several controllers elect a leader; empty if this controller is the only one
 * @param measureLinks whether plans use the measured capacity of every link; otherwise, only links whose capacity the topology leaves
 *     out are measured
 * @param agentsPerSite how many agents share the work of each site, 1 to {@value Slices#MOST}
 * @param balance how the agents of a site divide submitted shuffles
 * @param resourceManager the YARN ResourceManager that is asked in which queue an application runs; if empty, the queue that the job
 *     names counts
 * @param classes the latency classes
 * @param uncompressed the jobs of which no chunk is compressed
 * @param residency the sites at which the bytes of queues may be, by the queue's name
 * @param recurring the recurring jobs that learn from run to run, and how
 */
public record ControllerConfig(
    String topology, String listen, String policy, int pathsPerPair, double planEfficiency, double keptForJobs, int leaseMillis,
    Map<String, PartialTerms> queues, Optional<TlsPaths> tls, NetworkConfig network, HttpConfig http,
    Optional<ZooKeeperConfig> zookeeper, boolean measureLinks, int agentsPerSite, BalanceKind balance,
    Optional<ResourceManagerConfig> resourceManager, LatencyClasses classes, UncompressedJobs uncompressed,
    Map<String, ResidencyRule> residency, RecurringSettings recurring) {
  /** The largest configuration file that is read. Real files are far smaller. */
  private static final long MAX_FILE_BYTES = 1 << 20;
  /** The most queues in a configuration. No cluster has more. */
  private static final int MAX_QUEUES = 1_000;
  private static final String DEFAULT_POLICY = "terra-plus";
  private static final int DEFAULT_PATHS = 10;
  static final double DEFAULT_KEPT = 0.035;
  private static final int DEFAULT_LEASE_MILLIS = 10_000;

  /** The file's keys, with their descriptions for the docs. The value of a missing key is null. */
  private record Keys(
      @Key("the WAN's topology file") @Nullable String topology,
      @Key("`IP:PORT` at which agents and job masters connect") @Nullable String listen,
      @Key(value = "the scheduling policy, `terra-plus` or `terra`", otherwise = DEFAULT_POLICY) @Nullable String policy,
      @Key(value = "the number of paths, and so tunnels, of each ordered pair of sites, 1 to 64", otherwise = "" + DEFAULT_PATHS)
          @Nullable Integer pathsPerPair,
      @Key(value = "the share of a link's capacity (in IP bytes) that schedules use; the rest is for headers and acknowledgements",
          otherwise = "" + Payload.PLANNED_SHARE)
          @Nullable Double planEfficiency,
      @Key(value = "the share of the planned capacity that stays free at least while a job on YARN shuffles, 0 to 0.5. The job's RPCs, "
          + "commits and HDFS reads use the same links and would otherwise wait in full queues. While only submitted shuffles run, "
          + "schedules use this share, too. Links that were found to keep latency classes need none of it, and schedules use all of them. "
          + "Where small fetches need more, schedules [leave more](latency-classes.md#what-plans-leave)",
          otherwise = "" + DEFAULT_KEPT)
          @Nullable Double keptForJobs,
      @Key(value = "how long agents keep their rates after they have lost the controller, in ms, 1000 to 600000",
          otherwise = "" + DEFAULT_LEASE_MILLIS)
          @Nullable Integer leaseMillis,
      @Key(value = "the `weight` (0.001 to 1000, default 1) and `priority` (-100 to 100, default 0) of the shuffles of each YARN queue's "
          + "jobs: `{etl: {weight: 2}, urgent: {priority: 1}}`; with prices `usdPerHour`, `maxUsd` and `budget` too, see "
          + "[Money or time](costs.md#money-or-time). Values with which a shuffle was submitted override these",
          otherwise = "none")
          @Nullable Map<String, QueueKeys> queues,
      @Key(value = "`certificate`, `key` and `ca`, see [TLS](#tls). The certificate is for `terra://controller`",
          otherwise = "none: no TLS")
          @Nullable TlsKeys tls,
      @Key(value = "how tunnels are kept on their paths, see [Networks](#networks)", otherwise = "`{mode: overlay}`")
          NetworkConfig.@Nullable Keys network,
      @Key(value = "`listen`, `tokens`, `tls`, `hosts` and `audit`, see [HTTP](#http)",
          otherwise = "`listen: " + HttpConfig.DEFAULT_LISTEN + "`")
          @Nullable HttpKeys http,
      @Key(value = "with several controllers: `connect`, `path`, `sessionMillis`, `digestFile`, `acl`, `properties`, see "
          + "[Several controllers](#several-controllers)", otherwise = "none: there is one controller")
          ZooKeeperConfig.@Nullable Keys zookeeper,
      @Key(value = "`true`: schedules use the [measured](../internals/capacity.md) capacity of every link. `false`: they use the "
          + "topology file's. Links with `capacity: measured` in that file are always measured", otherwise = "false")
          @Nullable Boolean measureLinks,
      @Key(value = "the number of agents of each site, 1 to 16, see [Several agents](#several-agents)", otherwise = "1")
          @Nullable Integer agentsPerSite,
      @Key(value = "how the agents of a site divide submitted shuffles: `hash`, `prequal` or `malcolm`, see "
          + "[Several agents](#several-agents)", otherwise = "prequal")
          @Nullable String balance,
      @Key(value = "`webappAddresses` and `ca`: the controller asks YARN in which queue an application runs, see [Queues](#queues)",
          otherwise = "none: the queue that a job names counts")
          ResourceManagerConfig.@Nullable Keys resourceManager,
      @Key(value = "`marks`, `weights`, `jobs` and `targets`, see [Latency classes](#latency-classes). A running controller reads this key "
          + "again when the file changes", otherwise = "all that is not planned is `normal`, and nothing is promised")
          ClassesConfig.@Nullable Keys classes,
      @Key(value = "`off`: a list of at most 1,000 entries with a `queue`, a `user`, a `job` or several of these. Agents never "
          + "[compress](../internals/compression.md#for-which-jobs) chunks of these jobs. A running controller reads this "
          + "key again when the file changes", otherwise = "the configuration of agents alone decides what is compressed")
          UncompressedConfig.@Nullable Keys compression,
      @Key(value = "at which sites bytes of a queue's jobs may be, `within` these and `never` at those: "
          + "`{etl: {within: [HK, LA]}, pii: {never: [NY], stockPath: refuse}}`. "
          + "`stockPath`: `warn` (default) or `refuse`, see [Residency](costs.md#residency)", otherwise = "none: everywhere")
          @Nullable Map<String, ResidencyConfig.Keys> residency,
      @Key(value = "jobs that learn from run to run which settings cost least: `queues`, `eta`, `usdPerHour`, `window` and `knobs`, see "
          + "[Recurring jobs](#recurring-jobs)", otherwise = "none: no job learns")
          RecurringConfig.@Nullable Keys recurring) {}

  private record QueueKeys(@Nullable Double weight, @Nullable Integer priority, @Nullable Double usdPerHour, @Nullable Double maxUsd,
      @Nullable String budget) {}

  private record HttpKeys(
      @Nullable String listen, @Nullable String tokens, @Nullable Boolean tls, @Nullable List<String> hosts, @Nullable String audit) {}

  private record TlsKeys(@Nullable String certificate, @Nullable String key, @Nullable String ca) {}

  /** Creates a configuration without TLS. */
  public ControllerConfig(
      String topology, String listen, String policy, int pathsPerPair, double planEfficiency, double keptForJobs, int leaseMillis) {
    this(topology, listen, policy, pathsPerPair, planEfficiency, keptForJobs, leaseMillis, Map.of(), Optional.empty(),
        NetworkConfig.OVERLAY, HttpConfig.USUAL, Optional.empty(), false, 1, BalanceKind.PREQUAL, Optional.empty(), LatencyClasses.USUAL,
        UncompressedJobs.NONE, Map.of(), RecurringSettings.OFF);
  }

  /** Checks the ranges. */
  public ControllerConfig {
    require(topology != null && !topology.isBlank(), "topology", "the name of a topology file", topology);
    require(listen != null && !listen.isBlank(), "listen", "an address and a port such as 127.0.0.1:7100", listen);
    require(policy.equals("terra") || policy.equals("terra-plus"), "policy", "terra or terra-plus", policy);
    require(pathsPerPair >= 1 && pathsPerPair <= 64, "pathsPerPair", "1 to 64", pathsPerPair);
    require(planEfficiency > 0 && planEfficiency <= 1, "planEfficiency", "a number above 0 and at most 1", planEfficiency);
    require(keptForJobs >= 0 && keptForJobs <= 0.5, "keptForJobs", "a number from 0 to 0.5", keptForJobs);
    queues = Map.copyOf(queues);
    residency = Map.copyOf(residency);
    require(agentsPerSite >= 1 && agentsPerSite <= Slices.MOST, "agentsPerSite", "1 to " + Slices.MOST, agentsPerSite);
    require(leaseMillis >= 1000 && leaseMillis <= 600_000, "leaseMillis", "1000 to 600000", leaseMillis);
  }

  private static void require(boolean fine, String key, String expected, @Nullable Object got) {
    if (!fine) {
      throw ConfigException.ofKey(key, "expected " + expected + ", got " + got);
    }
  }

  /**
   * Reads a file.
   *
   * @throws ConfigException if it cannot be read or a key is missing, unknown or out of range; the message names file and key
   */
  public static ControllerConfig load(Path file) {
    YamlValue root = YamlFile.read(file, MAX_FILE_BYTES);
    Keys keys = YamlRecords.read(root, Keys.class);
    try {
      return of(file, keys);
    } catch (ConfigException e) {
      throw YamlMap.locate(root, e);
    }
  }

  private static <T> T given(@Nullable T value, String key, String expected) {
    require(value != null, key, expected, null);
    return Objects.requireNonNull(value);
  }

  private static ControllerConfig of(Path file, Keys keys) {
    return new ControllerConfig(
        file.toAbsolutePath().resolveSibling(given(keys.topology(), "topology", "the name of a topology file")).toString(),
        given(keys.listen(), "listen", "an address and a port such as 127.0.0.1:7100"),
        Objects.requireNonNullElse(keys.policy(), DEFAULT_POLICY),
        Objects.requireNonNullElse(keys.pathsPerPair(), DEFAULT_PATHS),
        Objects.requireNonNullElse(keys.planEfficiency(), Payload.PLANNED_SHARE),
        Objects.requireNonNullElse(keys.keptForJobs(), DEFAULT_KEPT),
        Objects.requireNonNullElse(keys.leaseMillis(), DEFAULT_LEASE_MILLIS),
        queues(Objects.requireNonNullElse(keys.queues(), Map.of())),
        Optional.ofNullable(keys.tls()).map(tls -> tls(file, tls)),
        NetworkConfig.of(file, keys.network()),
        http(file, Objects.requireNonNullElse(keys.http(), new HttpKeys(null, null, null, null, null)), keys.tls() != null),
        Optional.ofNullable(keys.zookeeper()).map(ZooKeeperConfig::of),
        Boolean.TRUE.equals(keys.measureLinks()),
        Objects.requireNonNullElse(keys.agentsPerSite(), 1),
        balance(Objects.requireNonNullElse(keys.balance(), BalanceKind.PREQUAL.word())),
        Optional.ofNullable(keys.resourceManager()).map(some -> ResourceManagerConfig.of(file, some)),
        ClassesConfig.of(keys.classes()), UncompressedConfig.of(keys.compression()), ResidencyConfig.of(keys.residency()),
        RecurringConfig.of(keys.recurring(), keys.resourceManager() != null));
  }

  private static BalanceKind balance(String word) {
    Optional<BalanceKind> kind = BalanceKind.of(word);
    require(kind.isPresent(), "balance", "hash, prequal or malcolm", word);
    return kind.orElseThrow();
  }

  private static HttpConfig http(Path file, HttpKeys keys, boolean canTls) {
    boolean tls = Boolean.TRUE.equals(keys.tls());
    require(!tls || canTls, "http.tls", "the key 'tls' with the files for it", true);
    String audit = Objects.requireNonNullElse(keys.audit(), HttpConfig.DEFAULT_AUDIT);
    HttpConfig usual = new HttpConfig(HttpConfig.USUAL.listen(), true,
        Optional.ofNullable(keys.tokens()).map(name -> beside(file, "http.tokens", name)), tls,
        Objects.requireNonNullElse(keys.hosts(), List.of()), Optional.of(beside(file, "http.audit", audit)));
    return keys.listen() == null ? usual : usual.at(keys.listen());
  }

  /** Returns the configuration of a file that has only these two keys. */
  public static ControllerConfig usual(String topology, String listen) {
    return new ControllerConfig(topology, listen, DEFAULT_POLICY, DEFAULT_PATHS, Payload.PLANNED_SHARE, DEFAULT_KEPT, DEFAULT_LEASE_MILLIS);
  }

  /** Returns this configuration with another address to listen on. */
  public ControllerConfig listening(String address) {
    return new ControllerConfig(topology, address, policy, pathsPerPair, planEfficiency, keptForJobs, leaseMillis, queues, tls, network,
        http, zookeeper, measureLinks, agentsPerSite, balance, resourceManager, classes, uncompressed, residency, recurring);
  }

  /** Returns this configuration with other settings of HTTP. */
  public ControllerConfig withHttp(HttpConfig other) {
    return new ControllerConfig(topology, listen, policy, pathsPerPair, planEfficiency, keptForJobs, leaseMillis, queues, tls, network,
        other, zookeeper, measureLinks, agentsPerSite, balance, resourceManager, classes, uncompressed, residency, recurring);
  }

  /** Returns this configuration with another number of agents for each site. */
  public ControllerConfig withAgentsPerSite(int count) {
    return new ControllerConfig(topology, listen, policy, pathsPerPair, planEfficiency, keptForJobs, leaseMillis, queues, tls, network,
        http, zookeeper, measureLinks, count, balance, resourceManager, classes, uncompressed, residency, recurring);
  }

  /** Returns this configuration with another way to divide submitted shuffles. */
  public ControllerConfig withBalance(BalanceKind other) {
    return new ControllerConfig(topology, listen, policy, pathsPerPair, planEfficiency, keptForJobs, leaseMillis, queues, tls, network,
        http, zookeeper, measureLinks, agentsPerSite, other, resourceManager, classes, uncompressed, residency, recurring);
  }

  /** Returns the keys that a running controller takes from its file whenever they change. */
  public FollowedKeys followed() {
    return new FollowedKeys(classes, uncompressed);
  }

  /** Returns this configuration with other values of the followed keys. */
  ControllerConfig with(FollowedKeys other) {
    return new ControllerConfig(topology, listen, policy, pathsPerPair, planEfficiency, keptForJobs, leaseMillis, queues, tls, network,
        http, zookeeper, measureLinks, agentsPerSite, balance, resourceManager, other.classes(), other.uncompressed(), residency,
        recurring);
  }

  /**
   * Returns what a job decides for itself by naming a queue; empty if YARN is asked for the queue. The map has an entry for each key
   * of the file that depends on the queue. Its value is a phrase that follows "and so".
   */
  public ImmutableMap<String, String> claims() {
    ImmutableMap.Builder<String, String> claims = ImmutableMap.builder();
    if (resourceManager.isEmpty()) {
      if (!queues.isEmpty()) {
        claims.put("queues", "takes the queue's priority and weight");
      }
      if (!residency.isEmpty()) {
        claims.put("residency", "chooses the rule that its bytes keep to");
      }
      if (!classes.assignments().isEmpty()) {
        claims.put("classes.jobs", "chooses the class of its fetches");
      }
    }
    return claims.buildOrThrow();
  }

  /** Returns the keys of the file, for the list in the docs. */
  public static Class<? extends Record> keys() {
    return Keys.class;
  }

  private static Map<String, PartialTerms> queues(Map<String, QueueKeys> keys) {
    require(keys.size() <= MAX_QUEUES, "queues", "at most " + MAX_QUEUES + " names", keys.size());
    return NamedQueues.of("queues", keys, ControllerConfig::queue);
  }

  private static PartialTerms queue(String key, QueueKeys terms) {
    require(terms != null && !terms.equals(new QueueKeys(null, null, null, null, null)), key,
        "a weight, a priority, usdPerHour or maxUsd", "none");
    try {
      return new PartialTerms(terms.weight() == null ? OptionalDouble.empty() : OptionalDouble.of(terms.weight()),
          terms.priority() == null ? OptionalInt.empty() : OptionalInt.of(terms.priority()), OptionalDouble.empty(), goal(key, terms));
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey(key, Failures.inWords(e));
    }
  }

  private static @Nullable CostGoal goal(String key, QueueKeys terms) {
    String budget = Objects.requireNonNullElse(terms.budget(), "soft");
    require(terms.maxUsd() != null || terms.budget() == null, key + ".budget", "the key 'maxUsd' with it", budget);
    require(budget.equals("soft") || budget.equals("hard"), key + ".budget", "soft or hard", budget);
    from0(key + ".usdPerHour", terms.usdPerHour(), CostLimits.MOST_USD_PER_HOUR);
    from0(key + ".maxUsd", terms.maxUsd(), CostLimits.MOST_USD);
    if (terms.usdPerHour() == null && terms.maxUsd() == null) {
      return null;
    }
    return new CostGoal(Objects.requireNonNullElse(terms.usdPerHour(), Double.POSITIVE_INFINITY), terms.maxUsd() == null ? null
        : new CostBudget(terms.maxUsd(), budget.equals("hard") ? CostBudget.Strictness.HARD : CostBudget.Strictness.SOFT));
  }

  private static void from0(String key, @Nullable Double value, double most) {
    require(value == null || CostLimits.isFrom0(value, most), key, CostLimits.from0(most), value);
  }

  private static TlsPaths tls(Path file, TlsKeys keys) {
    return new TlsPaths(beside(file, "tls.certificate", keys.certificate()), beside(file, "tls.key", keys.key()),
        beside(file, "tls.ca", keys.ca()));
  }

  private static Path beside(Path file, String key, @Nullable String name) {
    require(name != null && !name.isBlank(), key, "the name of a file", name);
    return file.toAbsolutePath().resolveSibling(name);
  }
}
