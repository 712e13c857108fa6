package dev.terra.cli.log;

import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.terra.core.limit.BoundedText;

/** Writes a message of the log on one line, without characters that move a terminal's cursor. */
public final class OneLine extends MessageConverter {
  @Override
  public String convert(ILoggingEvent event) {
    return BoundedText.clean(super.convert(event));
  }
}
