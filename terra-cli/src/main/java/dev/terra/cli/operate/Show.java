package dev.terra.cli.operate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.core.wan.WanNotation;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Formats members of the controller's answers for people. Null is shown as a dash. */
final class Show {
  private static final String NOTHING = "-";
  private static final String[] PREFIXES = {"", "k", "M", "G", "T", "P", "E"};

  private Show() {}

  static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? NOTHING : value.asText();
  }

  static String size(JsonNode bytes) {
    return bytes.isNumber() ? amount(bytes.asDouble()) + "B" : NOTHING;
  }

  static String rate(JsonNode bytesPerSecond) {
    return bytesPerSecond.isNumber() ? amount(bytesPerSecond.asDouble()) + "B/s" : NOTHING;
  }

  /** Returns a value with three digits and a prefix: 1.50 M. */
  private static String amount(double value) {
    int prefix = 0;
    double rest = value;
    while (Math.abs(rest) >= 999.5 && prefix < PREFIXES.length - 1) {
      rest /= 1000;
      prefix++;
    }
    String format = prefix == 0 || Math.abs(rest) >= 99.95 ? "%.0f %s" : Math.abs(rest) >= 9.995 ? "%.1f %s" : "%.2f %s";
    return String.format(Locale.ROOT, format, rest, PREFIXES[prefix]);
  }

  static String percent(JsonNode share) {
    return share.isNumber() ? String.format(Locale.ROOT, "%.0f %%", 100 * share.asDouble()) : NOTHING;
  }

  static String seconds(JsonNode seconds) {
    return seconds.isNumber() ? seconds(seconds.asDouble()) : NOTHING;
  }

  static String seconds(double seconds) {
    if (seconds < 120) {
      return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
    }
    Duration duration = Duration.ofSeconds(Math.round(seconds));
    return duration.toHours() > 0
        ? String.format(Locale.ROOT, "%d h %02d min", duration.toHours(), duration.toMinutesPart())
        : String.format(Locale.ROOT, "%d min %02d s", duration.toMinutes(), duration.toSecondsPart());
  }

  static String millis(JsonNode micros) {
    return micros.isNumber() ? String.format(Locale.ROOT, "%.1f ms", micros.asDouble() / 1000) : NOTHING;
  }

  /** Returns the time between two times. */
  static String until(JsonNode time, JsonNode now) {
    if (!time.isTextual() || !now.isTextual()) {
      return NOTHING;
    }
    return seconds(Duration.between(Instant.parse(now.asText()), Instant.parse(time.asText())).toMillis() / 1000.0);
  }

  static String path(JsonNode sites) {
    return sites.isArray() && !sites.isEmpty()
        ? StreamSupport.stream(sites.spliterator(), false).map(JsonNode::asText).collect(Collectors.joining(WanNotation.SEPARATOR))
        : NOTHING;
  }
}
