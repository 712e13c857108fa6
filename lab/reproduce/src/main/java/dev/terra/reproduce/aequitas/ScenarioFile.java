package dev.terra.reproduce.aequitas;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import dev.terra.core.latency.AdmissionRule;
import dev.terra.reproduce.event.Port;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A configuration file of the authors' simulator (SymbioticLab/Aequitas, folder {@code py}): lines of a key, a colon
 * and a value. Keys that concern only their output are ignored; a key that requires what is not simulated here is
 * refused.
 */
public final class ScenarioFile {
  private static final double PICOS_PER_SECOND = 1e12;
  private static final double PICOS_PER_MICRO = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int HEADER_BYTES = 40;
  /** The shares of hosts of even numbers if {@code test_fairness} is set, as in the authors' program. */
  private static final Map<Integer, List<Double>> EVEN_HOSTS = Map.of(2, List.of(.1, .9), 3, List.of(.5, .2, .3));
  /** The only supported values of keys that change what is simulated. */
  private static final Map<String, String> ONLY = Map.of("flow_type", "6", "queue_type", "6", "big_switch", "1", "cut_through", "0",
      "real_nic", "0", "burst_with_no_spacing", "0", "test_size_to_priority", "0", "use_flow_trace", "0", "multiplex_constant", "1",
      "only_sw_queue", "0");

  private final Path file;
  private final Port.Queueing queueing;
  private final Map<String, String> values = new LinkedHashMap<>();

  private ScenarioFile(Path file, Port.Queueing queueing) {
    this.file = file;
    this.queueing = queueing;
  }

  /**
   * A file's setting, and its number of requests.
   *
   * @param setting what is simulated
   * @param requests {@code num_flow}
   */
  public record Parsed(Scenario setting, int requests) {}

  /**
   * Reads a file. A file of sizes that it names is searched for beside it, and in the folder above.
   *
   * @param queueing how ports serve classes, which the file does not contain
   * @throws IllegalArgumentException if it is not such a file, or requires what is not simulated
   * @throws UncheckedIOException if it cannot be read
   */
  public static Parsed read(Path file, Port.Queueing queueing) {
    ScenarioFile settings = new ScenarioFile(file, queueing);
    lines(file).forEach(settings::line);
    ONLY.forEach(settings::expect);
    return new Parsed(settings.setting(), (int) settings.number("num_flow"));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void line(String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      throw wrong("expected 'key: value', got '" + line + "'");
    }
    values.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
  }

  private void expect(String key, String only) {
    String value = values.getOrDefault(key, only);
    if (!value.equals(only)) {
      throw wrong(key + ": only " + only + " is simulated here, got " + value);
    }
  }

  private Scenario setting() {
    Transport transport = new Transport((int) number("mtu"), HEADER_BYTES, is("disable_aequitas_cc") ? null : window());
    Sizes sizes = sizes(value("flow_trace"));
    Scenario.Load load = new Scenario.Load(number("load"), is("use_dynamic_load") ? burst() : null, !is("disable_poisson_arrival"), sizes);
    return new Scenario(fabric(), transport, load, mix(), is("priority_downgrade") ? rules(transport, sizes) : List.of());
  }

  private Scenario.Fabric fabric() {
    Port.Line line = new Port.Line(number("bandwidth"), Math.round(number("propagation_delay") * PICOS_PER_SECOND),
        (long) number("queue_size"));
    return new Scenario.Fabric((int) number("num_hosts"), is("traffic_pattern"), line, queueing);
  }

  private Transport.Window window() {
    return new Transport.Window((int) number("init_cwnd"), (int) number("max_cwnd"),
        Math.round(number("cc_delay_target") * PICOS_PER_MICRO), Math.round(number("retx_timeout") * PICOS_PER_MICRO));
  }

  private Scenario.Burst burst() {
    long size = (long) number("burst_size");
    return is("use_burst_byte") ? new Scenario.Burst(number("burst_load"), 0, size) : new Scenario.Burst(number("burst_load"), size, 0);
  }

  private Scenario.Mix mix() {
    List<Double> weights = numbers("qos_weights");
    double all = numbers("qos_ratio").stream().mapToDouble(Double::doubleValue).sum();
    List<Double> shares = numbers("qos_ratio").stream().map(share -> share / all).toList();
    return new Scenario.Mix(weights, shares, is("test_fairness") ? evenHosts(weights.size()) : null);
  }

  private List<Double> evenHosts(int classes) {
    List<Double> shares = EVEN_HOSTS.get(classes);
    if (shares == null) {
      throw wrong("test_fairness: expected 2 or 3 classes, got " + classes);
    }
    return shares;
  }

  private List<AdmissionRule> rules(Transport transport, Sizes sizes) {
    double units = is("normalized_lat") ? 1 : unitsOf(transport, sizes);
    Function<Double, AdmissionRule> rule = target -> new AdmissionRule(target * NANOS_PER_MICRO / units, number("dp_alpha"),
        number("dp_beta"), AdmissionRule.FLOOR, windowNanos(target));
    return numbers("hardcoded_targets").stream().limit(numbers("qos_weights").size() - 1L).map(rule).toList();
  }

  /**
   * Returns the packets of a request if all requests have one size, since the file's target of the whole request
   * becomes one of a packet then.
   */
  private double unitsOf(Transport transport, Sizes sizes) {
    if (sizes.points().size() > 1) {
      throw wrong("normalized_lat: only 1 is simulated here with sizes that differ");
    }
    return transport.packets(sizes.points().get(0).bytes());
  }

  private long windowNanos(double target) {
    double micros = is("smart_time_window") ? target * number("target_pctl") : number("memory_time_duration");
    return Math.round(micros * NANOS_PER_MICRO);
  }

  private Sizes sizes(String named) {
    Path folder = file.toAbsolutePath().getParent();
    List<Path> places = folder == null || folder.getParent() == null ? List.of(Path.of(named))
        : List.of(folder.resolve(named), folder.getParent().resolve(named));
    Path found = places.stream().filter(Files::isRegularFile).findFirst()
        .orElseThrow(() -> wrong("flow_trace: there is none of " + places));
    ImmutableList.Builder<Sizes.Point> points = ImmutableList.builder();
    lines(found).forEach(line -> {
      List<String> words = Splitter.onPattern("\\s+").splitToList(line);
      points.add(new Sizes.Point((long) number(found.toString(), words.get(0)), number(found.toString(), words.get(words.size() - 1))));
    });
    return new Sizes(points.build());
  }

  private boolean is(String key) {
    return !values.getOrDefault(key, "0").equals("0");
  }

  private String value(String key) {
    String value = values.get(key);
    if (value == null) {
      throw wrong("there is no " + key);
    }
    return value;
  }

  private double number(String key) {
    return number(key, value(key));
  }

  private double number(String where, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw wrong(where + ": expected a number, got '" + text + "'", e);
    }
  }

  private List<Double> numbers(String key) {
    return Splitter.on(',').trimResults().omitEmptyStrings().splitToStream(value(key)).map(text -> number(key, text)).toList();
  }

  private IllegalArgumentException wrong(String problem) {
    return wrong(problem, null);
  }

  private IllegalArgumentException wrong(String problem, @Nullable Throwable cause) {
    return new IllegalArgumentException(file + ": " + problem, cause);
  }
}
