package dev.terra.agent.trace;

import com.google.common.collect.ImmutableMap;
import dev.terra.config.ConfigException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of traces, from OpenTelemetry's environment variables.
 *
 * @param endpoint the endpoint of OTLP over HTTP, with its path
 * @param share the share of all readers whose fetches are traced, above 0 to 1
 * @param service the name under which the agent's spans are exported
 * @param headers the headers that the collector requires, such as a key
 */
public record TraceSettings(URI endpoint, double share, String service, ImmutableMap<String, String> headers) {
  private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
  private static final String TRACES_ENDPOINT = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT";
  private static final String PROTOCOL = "OTEL_EXPORTER_OTLP_PROTOCOL";
  private static final String TRACES_PROTOCOL = "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
  private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
  private static final String SAMPLER = "OTEL_TRACES_SAMPLER";
  private static final String SHARE = "OTEL_TRACES_SAMPLER_ARG";
  private static final String SERVICE = "OTEL_SERVICE_NAME";
  private static final String EXPORTER = "OTEL_TRACES_EXPORTER";
  private static final String DISABLED = "OTEL_SDK_DISABLED";
  private static final String SPOKEN = "http/protobuf";

  /**
   * Returns the settings in environment variables; empty where they name no endpoint, or turn traces off.
   *
   * @throws ConfigException with the name of the variable that cannot be used
   */
  public static Optional<TraceSettings> of(Map<String, String> environment) {
    Optional<String> base = set(environment, ENDPOINT).map(text -> text.replaceAll("/+$", "") + "/v1/traces");
    Optional<String> endpoint = set(environment, TRACES_ENDPOINT).or(() -> base);
    if (endpoint.isEmpty() || isOff(environment)) {
      return Optional.empty();
    }
    String protocol = set(environment, TRACES_PROTOCOL).or(() -> set(environment, PROTOCOL)).orElse(SPOKEN);
    if (!protocol.equals(SPOKEN)) {
      throw new ConfigException(PROTOCOL + ": expected " + SPOKEN + ", got '" + protocol + "'");
    }
    double share = share(set(environment, SHARE).orElse("1"));
    return share == 0 ? Optional.empty() : Optional.of(new TraceSettings(uri(endpoint.get()), share,
        set(environment, SERVICE).orElse("terra-agent"), headers(set(environment, HEADERS).orElse(""))));
  }

  private static boolean isOff(Map<String, String> environment) {
    return set(environment, EXPORTER).orElse("otlp").equals("none") || set(environment, SAMPLER).orElse("").endsWith("always_off")
        || set(environment, DISABLED).orElse("").equalsIgnoreCase("true");
  }

  /** Returns the value of a variable. An empty variable counts as missing, as OpenTelemetry defines it. */
  private static Optional<String> set(Map<String, String> environment, String name) {
    return Optional.ofNullable(environment.get(name)).map(String::strip).filter(value -> !value.isEmpty());
  }

  private static URI uri(String text) {
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && ("http".equals(uri.getScheme()) || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (IllegalArgumentException e) {
      throw new ConfigException(ENDPOINT + ": " + e.getMessage());
    }
    throw new ConfigException(ENDPOINT + ": expected http(s)://HOST:PORT of a collector, got '" + text + "'");
  }

  private static double share(String text) {
    double share = Double.NaN;
    try {
      share = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new ConfigException(SHARE + ": expected a share from 0 to 1, got '" + text + "'");
    }
    if (!(share >= 0 && share <= 1)) {
      throw new ConfigException(SHARE + ": expected a share from 0 to 1, got '" + text + "'");
    }
    return share;
  }

  /** Parses {@code NAME=VALUE,...}, with values encoded as in URLs. */
  private static ImmutableMap<String, String> headers(String text) {
    ImmutableMap.Builder<String, String> headers = ImmutableMap.builder();
    for (String pair : text.split(",")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        headers.put(pair.substring(0, equals).strip(), URLDecoder.decode(pair.substring(equals + 1).strip(), StandardCharsets.UTF_8));
      } else if (!pair.isBlank()) {
        throw new ConfigException(HEADERS + ": expected NAME=VALUE,..., got '" + pair.strip() + "'");
      }
    }
    return headers.buildKeepingLast();
  }
}
