package dev.terra.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter text = new StringWriter();
  private final AtomicLong clock = new AtomicLong(5_000_000_000L);

  private Progress progress(boolean terminal) {
    return new Progress(() -> new PrintWriter(text), clock::get, terminal);
  }

  @Test
  void linesHaveTheTimeSinceTheStart() {
    Progress progress = progress(false);
    progress.say("begins, 100 %");
    clock.addAndGet(12_340_000_000L);
    progress.say("%d of %d", 3, 4);

    assertThat(text).hasToString("[  0.0 s] begins, 100 %\n[ 12.3 s] 3 of 4\n".replace("\n", System.lineSeparator()));
  }

  @Test
  void onATerminalAPinnedLineStaysBelowAllOthers() {
    Progress progress = progress(true);
    progress.pin("look there");
    progress.say("one");
    progress.unpin();
    progress.say("two");

    String end = System.lineSeparator();
    assertThat(text).hasToString("look there" + end + "\r\u001b[K[  0.0 s] one" + end + "look there" + end + "[  0.0 s] two" + end);
  }

  @Test
  void elsewhereItIsSaidOnceAndThereAreNoBars() {
    Progress progress = progress(false);
    progress.pin("look there");
    clock.addAndGet(1_000_000_000L);
    progress.bar("jobs", 1, 2);
    progress.clearBar();
    progress.unpin();

    assertThat(text).hasToString("look there" + System.lineSeparator());
  }

  @Test
  void aBarIsDrawnAFewTimesASecondAndRemoved() {
    Progress progress = progress(true);
    for (int done = 1; done <= 100; done++) {
      clock.addAndGet(10_000_000L);
      progress.bar("jobs", done, 100);
    }
    progress.clearBar();

    assertThat(text.toString().split("jobs", -1)).hasSize(1 + 4);
    assertThat(text).asString().contains("] jobs 21/100").endsWith("\r\u001b[K");
  }
}
