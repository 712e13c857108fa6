package dev.terra.agent.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests where spans are exported to, and how many, by OpenTelemetry's variables. */
class TraceSettingsTest {
  private static Optional<TraceSettings> with(String... more) {
    Map<String, String> environment = new HashMap<>(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318/"));
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    return TraceSettings.of(environment);
  }

  @Test
  void nothingIsTracedUnlessACollectorIsNamed() {
    assertThat(TraceSettings.of(Map.of())).isEmpty();
    assertThat(with("OTEL_EXPORTER_OTLP_ENDPOINT", " ")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"OTEL_TRACES_EXPORTER,none", "OTEL_TRACES_SAMPLER,always_off", "OTEL_TRACES_SAMPLER,parentbased_always_off",
      "OTEL_TRACES_SAMPLER_ARG,0", "OTEL_SDK_DISABLED,true"})
  void itCanBeTurnedOff(String name, String value) {
    assertThat(with(name, value)).isEmpty();
  }

  @Test
  void theRestHasDefaults() {
    TraceSettings settings = with().orElseThrow();
    assertThat(settings.endpoint()).hasToString("http://collector:4318/v1/traces");
    assertThat(settings.share()).isEqualTo(1);
    assertThat(settings.service()).isEqualTo("terra-agent");
    assertThat(settings.headers()).isEmpty();
  }

  @Test
  void everythingCanBeSaid() {
    TraceSettings settings = with("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "https://other/x", "OTEL_TRACES_SAMPLER_ARG", "0.1",
        "OTEL_SERVICE_NAME", "agents", "OTEL_EXPORTER_OTLP_HEADERS", "api-key=a%20b, tenant=t").orElseThrow();
    assertThat(settings.endpoint()).hasToString("https://other/x");
    assertThat(settings.share()).isEqualTo(0.1);
    assertThat(settings.service()).isEqualTo("agents");
    assertThat(settings.headers()).containsExactly(Map.entry("api-key", "a b"), Map.entry("tenant", "t"));
  }

  @ParameterizedTest
  @CsvSource({"OTEL_EXPORTER_OTLP_ENDPOINT,collector", "OTEL_EXPORTER_OTLP_ENDPOINT,ftp://collector", "OTEL_TRACES_SAMPLER_ARG,2",
      "OTEL_TRACES_SAMPLER_ARG,many", "OTEL_TRACES_SAMPLER_ARG,NaN", "OTEL_EXPORTER_OTLP_PROTOCOL,grpc", "OTEL_EXPORTER_OTLP_HEADERS,key"})
  void whatCannotBeUsedIsNamed(String name, String value) {
    assertThatThrownBy(() -> with(name, value)).isInstanceOf(ConfigException.class).hasMessageContaining(name)
        .hasMessageContaining("expected");
  }
}
