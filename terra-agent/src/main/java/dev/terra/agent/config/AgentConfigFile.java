package dev.terra.agent.config;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.google.common.collect.ImmutableMap;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.Topologies;
import dev.terra.topology.TopologyException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code agent.yaml}. Unknown keys, missing keys and values out of range are errors that name the file and the key.
 *
 * <pre>{@code
 * site: HK
 * name: HK-gw
 * topology: swan.yaml            # with subnets; relative to this file
 * controller: 10.77.2.100:7100
 * listenAddress: 10.77.1.200
 * tunnelPort: 7200               # the default
 * sitePort: 7201                 # the default
 * fetchPort: 7202                # the default
 * neighbours:
 *   LA: {local: 10.79.1.1, remote: 10.79.1.2}   # and remotePort, if it is not tunnelPort
 * bypassSeconds: 1.0             # the default
 * readersInOrder: true           # the default
 * spool: {memoryBytes: 67108864, diskBytes: 1073741824, directory: /var/lib/terra/spool}
 * submitFolders: [/data/exchange]   # files of submitted shuffles; none by default
 * tls: {certificate: tls/certificate.pem, key: tls/key.pem, ca: tls/ca.pem}   # relative to this file; none by default
 * }</pre>
 */
public final class AgentConfigFile {
  private static final ObjectMapper YAML = YAMLMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
      .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
      .build();
  private static final int DEFAULT_TUNNEL_PORT = 7200;
  private static final int DEFAULT_SITE_PORT = 7201;
  private static final int DEFAULT_FETCH_PORT = 7202;
  private static final double DEFAULT_BYPASS_SECONDS = 1.0;
  private static final boolean DEFAULT_READERS_IN_ORDER = true;
  private static final long DEFAULT_SPOOL_MEMORY_BYTES = 64L << 20;
  /** Frames are cheap; two loops keep a relay from waiting for a checksum. */
  private static final int DEFAULT_IO_THREADS = 2;

  private record NeighbourKeys(
      @JsonProperty("local") String local, @JsonProperty("remote") String remote, @JsonProperty("remotePort") Integer remotePort) {}

  private record SpoolKeys(
      @JsonProperty("memoryBytes") Long memoryBytes, @JsonProperty("diskBytes") Long diskBytes,
      @JsonProperty("directory") String directory) {}

  private record TlsKeys(
      @JsonProperty("certificate") String certificate, @JsonProperty("key") String key, @JsonProperty("ca") String ca) {}

  /** The file's keys, with what the docs say of them; a missing one is null. */
  private record Keys(
      @JsonProperty("site") @JsonPropertyDescription("where it works") String site,
      @JsonProperty("name")
          @JsonPropertyDescription("its name, another one for each agent of a site: 1 to 64 letters, digits, `.`, `-`, `_`") String name,
      @JsonProperty("topology")
          @JsonPropertyDescription("the topology file, with the sites' subnets: they tell which client is where")
          String topology,
      @JsonProperty("controller") @JsonPropertyDescription("its `IP:PORT`") String controller,
      @JsonProperty("listenAddress") @JsonPropertyDescription("IP address for the handlers of its site") String listenAddress,
      @JsonProperty(value = "tunnelPort", defaultValue = "" + DEFAULT_TUNNEL_PORT)
          @JsonPropertyDescription("tunnels from neighbours, at the local addresses of `neighbours`")
          Integer tunnelPort,
      @JsonProperty(value = "sitePort", defaultValue = "" + DEFAULT_SITE_PORT)
          @JsonPropertyDescription("gRPC for handlers")
          Integer sitePort,
      @JsonProperty(value = "fetchPort", defaultValue = "" + DEFAULT_FETCH_PORT)
          @JsonPropertyDescription("HTTP for handlers, and `GET /v1/stats`")
          Integer fetchPort,
      @JsonProperty(value = "neighbours", defaultValue = "none")
          @JsonPropertyDescription("by site: `local` and `remote`, the addresses of this link's two ends; `remotePort` where it is not "
              + "`tunnelPort`")
          Map<String, NeighbourKeys> neighbours,
      @JsonProperty(value = "bypassSeconds", defaultValue = "" + DEFAULT_BYPASS_SECONDS)
          @JsonPropertyDescription("a job's bytes to another site take the stock path while they are expected to need less than this on it "
              + "(16 MiB at most)")
          Double bypassSeconds,
      @JsonProperty(value = "readersInOrder", defaultValue = "" + DEFAULT_READERS_IN_ORDER)
          @JsonPropertyDescription("a site's readers of a Tez shuffle are served one after the other, in the order of their partitions, so "
              + "that the first compute while others read. `false` where `tez.am.speculation.enabled` is set: a reader behind the others "
              + "would get a second attempt. MapReduce's always take turns")
          Boolean readersInOrder,
      @JsonProperty(value = "spool", defaultValue = "64 MiB memory, no disk")
          @JsonPropertyDescription("`memoryBytes`, `diskBytes`, `directory`: bounds of what waits here for its reader")
          SpoolKeys spool,
      @JsonProperty(value = "submitFolders", defaultValue = "none")
          @JsonPropertyDescription("absolute folders below which submitted shuffles ([SUBMIT.md](SUBMIT.md)) may read and write files")
          List<String> submitFolders,
      @JsonProperty(value = "ioThreads", defaultValue = "" + DEFAULT_IO_THREADS)
          @JsonPropertyDescription("threads that serve connections beside the agent's own; 0: that one serves them too, and lets what "
              + "comes quickly gather for 15 ms, which costs least where many agents share few cores")
          Integer ioThreads,
      @JsonProperty(value = "tls", defaultValue = "none: plain")
          @JsonPropertyDescription("`certificate`, `key`, `ca`: see [TLS](#tls). The certificate is that of `terra://site/` and this "
              + "`site`")
          TlsKeys tls) {}

  private AgentConfigFile() {}

  /** The keys of the file, as Jackson reads them and the docs list them. */
  public static Class<? extends Record> keys() {
    return Keys.class;
  }

  /**
   * Reads and checks a file.
   *
   * @throws ConfigException if it can't be used
   */
  public static AgentConfig load(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new ConfigException("no such file");
      }
      if (Files.readString(file).isBlank()) {
        throw new ConfigException("is empty");
      }
      return toConfig(file, YAML.readValue(file.toFile(), Keys.class));
    } catch (ConfigException | TopologyException | IllegalArgumentException e) {
      throw new ConfigException(file + ": " + e.getMessage());
    } catch (UnrecognizedPropertyException e) {
      throw new ConfigException(file + ": unknown key '" + e.getPropertyName() + "'; expected one of " + e.getKnownPropertyIds());
    } catch (JsonMappingException e) {
      throw new ConfigException(file + ": " + keyOf(e) + e.getOriginalMessage());
    } catch (JacksonException e) {
      throw new ConfigException(file + ": is no valid YAML: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new ConfigException(file + ": cannot be read: " + e.getMessage());
    }
  }

  private static String keyOf(JsonMappingException e) {
    return e.getPath().isEmpty() ? "" : e.getPath().get(e.getPath().size() - 1).getFieldName() + ": ";
  }

  private static AgentConfig toConfig(Path file, Keys keys) {
    if (keys == null) {
      throw new ConfigException("expected a mapping with keys");
    }
    Path topology = file.toAbsolutePath().resolveSibling(need("topology", keys.topology));
    Wan wan = Topologies.load(topology);
    int tunnelPort = or(keys.tunnelPort, DEFAULT_TUNNEL_PORT);
    return new AgentConfig(
        new SiteId(need("site", keys.site)),
        need("name", keys.name),
        wan,
        address("controller", keys.controller),
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
        Optional.ofNullable(keys.tls).map(tls -> tls(file, tls)));
  }

  private static <T> T or(T value, T fallback) {
    return value == null ? fallback : value;
  }

  private static String need(String key, String value) {
    if (value == null || value.isBlank()) {
      throw new ConfigException(key + ": expected a value, got none");
    }
    return value;
  }

  private static InetAddress ip(String key, String value) {
    String text = need(key, value);
    if (!InetAddresses.isInetAddress(text)) {
      throw new ConfigException(key + ": expected an IP address, got '" + text + "'");
    }
    return InetAddresses.forString(text);
  }

  private static InetSocketAddress address(String key, String value) {
    String text = need(key, value);
    try {
      HostAndPort parsed = HostAndPort.fromString(text);
      return new InetSocketAddress(InetAddresses.forString(parsed.getHost()), parsed.getPort());
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new ConfigException(key + ": expected IP:PORT, got '" + text + "'");
    }
  }

  private static ImmutableMap<SiteId, Neighbour> neighbours(Map<String, NeighbourKeys> keys, int tunnelPort) {
    ImmutableMap.Builder<SiteId, Neighbour> result = ImmutableMap.builder();
    or(keys, new LinkedHashMap<String, NeighbourKeys>()).forEach((site, ends) -> {
      String key = "neighbours." + site;
      if (ends == null) {
        throw new ConfigException(key + ": expected {local: IP, remote: IP}");
      }
      result.put(new SiteId(site), new Neighbour(
          ip(key + ".local", ends.local), ip(key + ".remote", ends.remote), or(ends.remotePort, tunnelPort)));
    });
    return result.buildOrThrow();
  }

  private static TlsPaths tls(Path file, TlsKeys keys) {
    Path folder = file.toAbsolutePath();
    return new TlsPaths(
        folder.resolveSibling(need("tls.certificate", keys.certificate)),
        folder.resolveSibling(need("tls.key", keys.key)),
        folder.resolveSibling(need("tls.ca", keys.ca)));
  }

  private static SpoolConfig spool(SpoolKeys keys) {
    if (keys == null) {
      return new SpoolConfig(DEFAULT_SPOOL_MEMORY_BYTES, 0, Optional.empty());
    }
    return new SpoolConfig(or(keys.memoryBytes, DEFAULT_SPOOL_MEMORY_BYTES), or(keys.diskBytes, 0L),
        Optional.ofNullable(keys.directory));
  }
}
