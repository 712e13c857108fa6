package dev.terra.api.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of an OpenTelemetry span. An agent sends it with its requests to a handler and with its answers to a handler, and the handler
 * uses the name when it reports to the agent what it did. The header field {@value #FIELD} carries the name as {@code TRACE-SPAN} or
 * {@code TRACE-SPAN-PARENT} in hexadecimal, such as {@code 0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331}.
 *
 * @param trace the trace, 32 lower-case hexadecimal digits
 * @param span the span, 16 lower-case hexadecimal digits
 * @param parent the span of which this span is a part, 16 lower-case hexadecimal digits
 */
public record SpanName(String trace, String span, Optional<String> parent) {
  /** The name of the header field. */
  public static final String FIELD = "X-Terra-Span";
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{32})-([0-9a-f]{16})(?:-([0-9a-f]{16}))?");

  /** Checks the form. */
  public SpanName {
    String text = text(trace, span, parent.orElse(null));
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("expected TRACE-SPAN[-PARENT] of 32, 16 and 16 hexadecimal digits, got '" + text + "'");
    }
  }

  /** Reads a header field; returns empty if it is malformed. */
  public static Optional<SpanName> parse(String field) {
    Matcher form = FORM.matcher(field);
    return form.matches() ? Optional.of(new SpanName(form.group(1), form.group(2), Optional.ofNullable(form.group(3)))) : Optional.empty();
  }

  private static String text(String trace, String span, @Nullable String parent) {
    return trace + "-" + span + (parent == null ? "" : "-" + parent);
  }

  @Override
  public String toString() {
    return text(trace, span, parent.orElse(null));
  }
}
