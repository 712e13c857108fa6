package dev.terra.testbed.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.ContainerRoom;
import dev.terra.testbed.hadoop.ClassArchive;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HiveConfigTest {
  private static final ClassArchive CLASSES = new ClassArchive(
      new StateDirectory(Path.of("/state")), "hive-tasks", List.of(Path.of("/hive.jar")), Path.of("/tasks.jsa"));
  private static final String SITE = HiveConfig.site("core", Path.of("/state/hive"), 2, CLASSES, 16_000_000, 3);

  private static String value(String key) {
    Matcher matcher = Pattern.compile("<name>" + Pattern.quote(key) + "</name><value>(.*?)</value>").matcher(SITE);
    assertThat(matcher.find()).as(key).isTrue();
    return matcher.group(1);
  }

  @Test
  void aTaskFitsWhatIsBookedForIt() {
    Matcher heap = Pattern.compile("-Xmx(\\d+)m").matcher(value("hive.tez.java.opts"));
    assertThat(heap.find()).isTrue();
    assertThat(Integer.parseInt(heap.group(1))).isLessThan(Integer.parseInt(value("hive.tez.container.size")));
  }

  @Test
  void theServersFilesGoWithTheTestbed() {
    assertThat(value("javax.jdo.option.ConnectionURL")).contains("/state/hive/");
    for (String key : new String[] {"hive.exec.local.scratchdir", "hive.downloaded.resources.dir", "hive.querylog.location",
        "hive.server2.logging.operation.log.location"}) {
      assertThat(value(key)).startsWith("/state/hive/");
    }
  }

  @Test
  void whatAllSessionsKeepFitsTheNodes() {
    int task = Integer.parseInt(value("hive.tez.container.size"));
    int held = Integer.parseInt(value("tez.am.session.min.held-containers"));
    assertThat(value("hive.prewarm.numcontainers")).isEqualTo(Integer.toString(held));
    assertThat(HiveConfig.containersHeld(3)).isEqualTo(held + 1);
    assertThat(2 * (held + 1) * task).isLessThan(3 * ContainerRoom.DEFAULT_NODE_MEGABYTES);
    assertThat(Integer.parseInt(value("hive.exec.reducers.max"))).as("of a stage").isEqualTo(held);
  }

  @Test
  void asManyMastersAsQueriesAtOnce() {
    assertThat(value("hive.server2.tez.sessions.per.default.queue")).isEqualTo("2");
    assertThat(value("tez.grouping.min-size")).isEqualTo("16000000");
  }
}
