package dev.terra.cli.log;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.terra.core.limit.BoundedText;
import java.util.stream.Collectors;

/** An exception in the log: each of its lines is indented, so that none looks like a message's, whatever its own message is. */
public final class Indented extends ThrowableProxyConverter {
  private static final String INDENT = "    ";

  @Override
  public String convert(ILoggingEvent event) {
    return super.convert(event).lines().map(line -> INDENT + BoundedText.clean(line).strip() + System.lineSeparator())
        .collect(Collectors.joining());
  }
}
