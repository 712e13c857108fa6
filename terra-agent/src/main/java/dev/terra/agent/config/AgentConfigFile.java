package dev.terra.agent.config;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import dev.terra.api.address.Ipv4;
import dev.terra.api.tls.TlsPaths;
import dev.terra.config.ConfigException;
import dev.terra.config.Key;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlMap;
import dev.terra.config.YamlRecords;
import dev.terra.config.YamlValue;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * {@code agent.yaml}. Unknown keys, missing keys and values out of range are errors that name the file and the key.
 *
 * <pre>{@code
 * site: HK
 * name: HK-gw
 * topology: swan.yaml            # with subnets; relative to this file
 * controller: 10.77.2.100:7100   # or a name; several: "10.77.2.100:7100, 10.77.3.100:7100"
 * listenAddress: 10.77.1.200
 * tunnelPort: 7200               # the default
 * sitePort: 7201                 # the default
 * fetchPort: 7202                # the default
 * neighbours:
 *   LA: {local: 10.79.1.1, remote: 10.79.1.2}   # and remotePort, if it is not tunnelPort
 * metrics: 127.0.0.1:7203        # the default; off: no metrics
 * bypassSeconds: 1.0             # the default
 * readersInOrder: true           # the default
 * spool: {memoryBytes: 67108864, diskBytes: 1073741824, directory: /var/lib/terra/spool}
 * submitFolders: [/data/exchange]   # files of submitted shuffles; none by default
 * tunnels: {address: 10.80.0.1, firstPort: 7296}   # of tunnels that the network routes; none by default
 * compression: {mode: auto, cores: 1.0}   # off by default
 * cache: {memoryBytes: 268435456}   # and diskBytes; off by default
 * tls: {certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}   # relative to this file; none by default
 * }</pre>
 */
public final class AgentConfigFile {
  /** The largest file that is read, in bytes. A file with all keys is far smaller. */
  private static final long MAX_FILE_BYTES = 1 << 20;
  private static final int DEFAULT_TUNNEL_PORT = 7200;
  private static final int DEFAULT_FIRST_PORT = 7296;
  private static final int DEFAULT_SITE_PORT = 7201;
  private static final int DEFAULT_FETCH_PORT = 7202;
  private static final double DEFAULT_BYPASS_SECONDS = 1.0;
  private static final String DEFAULT_METRICS = "127.0.0.1:7203";
  private static final String OFF = "off";
  private static final Splitter COMMAS = Splitter.on(',').trimResults();
  private static final boolean DEFAULT_READERS_IN_ORDER = true;
  private static final long DEFAULT_SPOOL_MEMORY_BYTES = 64L << 20;
  /** The default number of I/O threads. Frames take little time; with two loops, a relay does not wait for a checksum. */
  private static final int DEFAULT_IO_THREADS = 2;

  private record NeighbourKeys(String local, String remote, Integer remotePort, List<String> others) {}

  private record SpoolKeys(Long memoryBytes, Long diskBytes, String directory) {}

  private record CompressionKeys(String mode, Double cores, Double share) {}

  private record CacheKeys(Long memoryBytes, Long diskBytes, String shares) {}

  private record RouterKeys(List<String> command) {}

  private record TunnelKeys(String address, Integer firstPort) {}

  private record TlsKeys(String certificate, String key, String ca) {}

  /** The keys of the file, with their descriptions in the docs; a missing key is null. */
  private record Keys(
      @Key("the agent's site") String site,
      @Key("the agent's name, different for each agent of a site: 1 to 64 letters, digits, `.`, `-`, `_`") String name,
      @Key("the topology file. Its subnets say at which site each client is")
          String topology,
      @Key("the controller's `HOST:PORT` or `IP:PORT`; with several controllers, those of all with commas between. A name is looked up "
          + "at each attempt to connect. All other addresses in this file are IPv4 addresses, not names") String controller,
      @Key("the IP address at which the handlers of this site connect") String listenAddress,
      @Key(value = "the port for tunnels of neighbours, at the `local` addresses of `neighbours`", otherwise = "" + DEFAULT_TUNNEL_PORT)
          Integer tunnelPort,
      @Key(value = "the gRPC port for handlers", otherwise = "" + DEFAULT_SITE_PORT)
          Integer sitePort,
      @Key(value = "the HTTP port for fetches of handlers and for `GET /v1/stats`", otherwise = "" + DEFAULT_FETCH_PORT)
          Integer fetchPort,
      @Key(value = "one entry for each neighbouring site: `local` and `remote`, the addresses of the link's two ends; `remotePort`, if "
          + "it differs from `tunnelPort`; `others`, the `IP:PORT` of that site's further agents", otherwise = "none")
          Map<String, NeighbourKeys> neighbours,
      @Key(value = "a job's bytes to another site take the stock path as long as the stock path is expected to need less than this many "
          + "seconds for them (and for 16 MiB at most)", otherwise = "" + DEFAULT_BYPASS_SECONDS)
          Double bypassSeconds,
      @Key(value = "`true`: the agent serves the readers of a Tez shuffle one after the other, in the order of their partitions, so that "
          + "the first ones compute while others still read. Set `false` if `tez.am.speculation.enabled` is set, because Tez would "
          + "start second attempts of the last readers. MapReduce's readers always take turns", otherwise = "" + DEFAULT_READERS_IN_ORDER)
          Boolean readersInOrder,
      @Key(value = "`memoryBytes`, `diskBytes` and `directory`: how many bytes may wait here for their readers, and where",
          otherwise = "64 MiB memory, no disk")
          SpoolKeys spool,
      @Key(value = "a list of absolute folders. Submitted shuffles ([Submit](submit.md)) may read and write files below them only",
          otherwise = "none")
          List<String> submitFolders,
      @Key(value = "how many threads serve connections, beside the agent's main thread. With 0, the main thread serves them and collects "
          + "bytes for up to 15 ms, which needs the least processor time if many agents share few cores",
          otherwise = "" + DEFAULT_IO_THREADS)
          Integer ioThreads,
      @Key(value = "`IP:PORT` at which Prometheus reads `GET /metrics` without credentials, or `off`",
          otherwise = DEFAULT_METRICS)
          String metrics,
      @Key(value = "`certificate`, `key` and `ca`, see [TLS](#tls). The certificate is for `terra://site/SITE`, where SITE is this `site`",
          otherwise = "none; without it, `insecure` is required")
          TlsKeys tls,
      @Key(value = "`true` in place of `tls`: connections are neither encrypted nor authenticated, and the agent takes every peer for "
          + "the one that its address stands for",
          otherwise = "false")
          Boolean insecure,
      @Key(value = "for tunnels that the network routes: `address`, this site's IP address for them, and `firstPort`, the first of 64 "
          + "ports, the same as the controller's, see [Networks](#networks)", otherwise = "none; `firstPort` " + DEFAULT_FIRST_PORT)
          TunnelKeys tunnels,
      @Key(value = "with `network.mode: policy-routing`, `command`: the words of a command that changes the site's router, see "
          + "[Networks](#networks)", otherwise = "none")
          RouterKeys router,
      @Key(value = "how many agents the site has, 1 to 16, the same number as the controller's", otherwise = "1")
          Integer agentsPerSite,
      @Key(value = "`mode`: with `auto`, chunks that shrink are compressed on their way to sites whose agents have `auto` as well, as "
          + "far as that makes them faster; with `off`, none is, in either direction. `cores`: how much processor time compressing "
          + "and restoring may take, as a number of cores, above 0 and at most 64. `share`, for measurements: this share of "
          + "chunks, 0 to 1, is compressed if it shrinks, whether that is faster or not. See [Compression](../internals/compression.md)",
          otherwise = "`{mode: off, cores: 1.0}`")
          CompressionKeys compression,
      @Key(value = "`memoryBytes`: how much memory keeps segments that several readers of the site read, such as those of broadcasts, so "
          + "that they cross the WAN once; 0, or 1 MiB or more. `diskBytes`: how much of the disk of `spool.directory` keeps what leaves "
          + "that memory and was read several times; 0, or 1 MiB or more. `shares`: how queues share the memory: `hare`, `equal` or "
          + "`drf`. See [The site cache](../internals/site-cache.md)",
          otherwise = "`{memoryBytes: 0, diskBytes: 0, shares: hare}`, off")
          CacheKeys cache) {}

  private AgentConfigFile() {}

  /** Returns the record of the file's keys, from which the docs list them. */
  public static Class<? extends Record> keys() {
    return Keys.class;
  }

  /**
   * Reads and checks a file.
   *
   * @throws ConfigException if it can't be used
   */
  public static AgentConfig load(Path file) {
    YamlValue root = YamlFile.read(file, MAX_FILE_BYTES);
    Keys keys = YamlRecords.read(root, Keys.class);
    try {
      return toConfig(file, keys);
    } catch (ConfigException e) {
      throw YamlMap.locate(root, e);
    } catch (IllegalArgumentException e) {
      throw new ConfigException(file, 0, String.valueOf(e.getMessage()));
    }
  }

  private static AgentConfig toConfig(Path file, Keys keys) {
    Path topology = file.toAbsolutePath().resolveSibling(need("topology", keys.topology));
    Wan wan = Topologies.load(topology);
    int tunnelPort = or(keys.tunnelPort, DEFAULT_TUNNEL_PORT);
    return new AgentConfig(
        new SiteId(need("site", keys.site)),
        need("name", keys.name),
        wan,
        controllers(keys),
        ip("listenAddress", keys.listenAddress),
        tunnelPort,
        or(keys.sitePort, DEFAULT_SITE_PORT),
        or(keys.fetchPort, DEFAULT_FETCH_PORT),
        neighbours(keys.neighbours, tunnelPort),
        or(keys.bypassSeconds, DEFAULT_BYPASS_SECONDS),
        or(keys.readersInOrder, DEFAULT_READERS_IN_ORDER),
        spool(keys.spool),
        or(keys.submitFolders, List.<String>of()).stream().map(folder -> Path.of(need("submitFolders", folder))).toList(),
        or(keys.ioThreads, DEFAULT_IO_THREADS),
        metrics(or(keys.metrics, DEFAULT_METRICS)),
        tls(file, keys),
        Optional.ofNullable(keys.tunnels)
            .map(tunnels -> new EndToEnd(ip("tunnels.address", tunnels.address), or(tunnels.firstPort, DEFAULT_FIRST_PORT))),
        keys.router == null ? List.of() : routerCommand(keys.router.command),
        new SiteShare(or(keys.agentsPerSite, 1), 0),
        compression(keys.compression),
        cache(keys.cache));
  }

  private static List<InetSocketAddress> controllers(Keys keys) {
    return COMMAS.splitToStream(need("controller", keys.controller)).map(text -> read("controller", text, Ipv4::peer)).toList();
  }

  private static List<String> routerCommand(List<String> words) {
    List<String> command = or(words, List.<String>of());
    if (command.isEmpty()) {
      throw ConfigException.ofKey("router.command", "expected words, such as [sudo, -n, /usr/local/lib/terra/terra-router, FILE]");
    }
    return command;
  }

  private static <T> T or(T value, T fallback) {
    return value == null ? fallback : value;
  }

  private static String need(String key, String value) {
    if (value == null || value.isBlank()) {
      throw ConfigException.ofKey(key, "expected a value, got none");
    }
    return value;
  }

  private static InetAddress ip(String key, String value) {
    return read(key, value, Ipv4::address);
  }

  private static Optional<InetSocketAddress> metrics(String value) {
    return value.equals(OFF) ? Optional.empty() : Optional.of(address("metrics", value));
  }

  private static InetSocketAddress address(String key, String value) {
    return read(key, value, Ipv4::listening);
  }

  private static <T> T read(String key, String value, Function<String, T> reader) {
    String text = need(key, value);
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw ConfigException.ofKey(key, String.valueOf(e.getMessage()));
    }
  }

  private static ImmutableMap<SiteId, Neighbour> neighbours(Map<String, NeighbourKeys> keys, int tunnelPort) {
    ImmutableMap.Builder<SiteId, Neighbour> result = ImmutableMap.builder();
    or(keys, new LinkedHashMap<String, NeighbourKeys>()).forEach((site, ends) -> {
      String key = "neighbours." + site;
      if (ends == null) {
        throw ConfigException.ofKey(key, "expected {local: IP, remote: IP}");
      }
      result.put(new SiteId(site), new Neighbour(
          ip(key + ".local", ends.local), ip(key + ".remote", ends.remote), or(ends.remotePort, tunnelPort),
          or(ends.others, List.<String>of()).stream().map(other -> address(key + ".others", other)).toList()));
    });
    return result.buildOrThrow();
  }

  /** Returns the TLS files. TLS may be absent only if the file has {@code insecure: true}. */
  private static Optional<TlsPaths> tls(Path file, Keys keys) {
    if (or(keys.insecure, false) == (keys.tls != null)) {
      throw ConfigException.ofKey("tls", "expected {certificate: FILE, key: FILE, ca: FILE}, or 'insecure: true' in its place");
    }
    return Optional.ofNullable(keys.tls).map(tls -> tls(file, tls));
  }

  private static TlsPaths tls(Path file, TlsKeys keys) {
    Path folder = file.toAbsolutePath();
    return new TlsPaths(
        folder.resolveSibling(need("tls.certificate", keys.certificate)),
        folder.resolveSibling(need("tls.key", keys.key)),
        folder.resolveSibling(need("tls.ca", keys.ca)));
  }

  private static CompressionConfig compression(CompressionKeys keys) {
    if (keys == null) {
      return CompressionConfig.OFF;
    }
    return new CompressionConfig(CompressionConfig.Mode.of(or(keys.mode, "off")), or(keys.cores, CompressionConfig.DEFAULT_CORES),
        keys.share);
  }

  private static CacheConfig cache(CacheKeys keys) {
    return keys == null ? CacheConfig.OFF : new CacheConfig(or(keys.memoryBytes, 0L), or(keys.diskBytes, 0L),
        CacheConfig.policy(or(keys.shares, "hare")));
  }

  private static SpoolConfig spool(SpoolKeys keys) {
    if (keys == null) {
      return new SpoolConfig(DEFAULT_SPOOL_MEMORY_BYTES, 0, Optional.empty());
    }
    return new SpoolConfig(or(keys.memoryBytes, DEFAULT_SPOOL_MEMORY_BYTES), or(keys.diskBytes, 0L),
        Optional.ofNullable(keys.directory));
  }
}
