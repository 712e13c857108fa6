package dev.terra.api.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names a span of OpenTelemetry's: an agent sends it with what it asks of a handler, or answers to one, and the handler tells the agent by
 * that name what it did. It travels in the header field {@value #FIELD}: {@code TRACE-SPAN} or {@code TRACE-SPAN-PARENT}, hexadecimal, such
 * as {@code 0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331}.
 *
 * @param trace 32 lower-case hexadecimal digits
 * @param span 16 of them
 * @param parent the span that it is a part of, 16 of them
 */
public record SpanName(String trace, String span, Optional<String> parent) {
  /** The header's field. */
  public static final String FIELD = "X-Terra-Span";
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{32})-([0-9a-f]{16})(?:-([0-9a-f]{16}))?");

  /** Checks their form. */
  public SpanName {
    String text = text(trace, span, parent.orElse(null));
    if (!FORM.matcher(text).matches()) {
      throw new IllegalArgumentException("expected TRACE-SPAN[-PARENT] of 32, 16 and 16 hexadecimal digits, got '" + text + "'");
    }
  }

  /** Reads a header field; empty where it is malformed. */
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
