package dev.terra.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ForgedLinesTest {
  private static final String FORGED = "x\n2026-01-01 00:00:00,000 INFO  AuditLog: all is well\r\u001b[2J\u009b31m\u202e";

  private static String logged(Throwable cause) throws Exception {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(ForgedLinesTest.class.getResource("/logback.xml"));
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>) context.getLogger("ROOT").getAppender("stderr");
    Encoder<ILoggingEvent> encoder = appender.getEncoder();
    return new String(encoder.encode(
        new LoggingEvent("f", context.getLogger("a.Who"), Level.WARN, "refused {}", cause, new Object[] {FORGED})), StandardCharsets.UTF_8);
  }

  @Test
  void aNameBeginsNoLineAndMovesNoCursor() throws Exception {
    String line = logged(null);
    assertThat(line).matches("(?s)[^\n]* WARN  Who: refused x 2026-01-01 00:00:00,000 INFO  AuditLog: all is well [^\n]*\n");
    assertThat(line.strip()).doesNotContain("\u001b", "\u009b", "\u202e", "\r");
  }

  @Test
  void anExceptionsLinesAreIndented() throws Exception {
    String text = logged(new IllegalStateException(FORGED, new IllegalArgumentException(FORGED)));
    assertThat(text.lines().skip(1)).isNotEmpty().allMatch(line -> line.startsWith("    "));
    assertThat(text).contains("IllegalStateException").contains("at dev.terra.cli.log").doesNotContain("\u001b", "\u009b");
  }
}
