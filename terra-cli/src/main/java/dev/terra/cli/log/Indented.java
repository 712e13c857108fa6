package dev.terra.cli.log;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.terra.core.limit.BoundedText;
import java.util.stream.Collectors;

/**
 * Writes an exception to the log with each of its lines indented, so that no line looks like a message of the log, whatever the exception's
 * message is.
 */
public final class Indented extends ThrowableProxyConverter {
  private static final String INDENT = "    ";

  @Override
  public String convert(ILoggingEvent event) {
    return super.convert(event).lines().map(line -> INDENT + BoundedText.clean(line).strip() + System.lineSeparator())
        .collect(Collectors.joining());
  }
}
