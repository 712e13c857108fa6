package dev.terra.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.lab.cluster.DemoJob;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MrJobTest {
  private static final List<String> FOLDERS = List.of("/in", "/out");

  private static List<String> arguments(MrJob job, boolean users, String... options) {
    return job.arguments(5, false, users, List.of(options), FOLDERS);
  }

  @Test
  void textIsSortedByItsWholeLines() {
    List<String> arguments = arguments(MrJob.TEXT_LARGE, false, "-Da=b");

    assertThat(arguments.get(0)).isEqualTo("org.apache.hadoop.examples.Sort");
    assertThat(arguments.subList(arguments.indexOf("-Da=b"), arguments.size())).containsExactly("-Da=b", "-r", "5",
        "-inFormat", "org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat",
        "-outFormat", "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat", "-outKey", "org.apache.hadoop.io.Text",
        "-outValue", "org.apache.hadoop.io.Text", "/in", "/out");
  }

  @Test
  void propertiesComeBeforeFolders() {
    List<String> arguments = arguments(MrJob.LARGE, false, "-Da=b", "-Dc=d");

    assertThat(arguments).startsWith("org.apache.hadoop.examples.terasort.TeraSort").endsWith("-Da=b", "-Dc=d", "/in", "/out")
        .contains("-Dmapreduce.job.reduces=5").doesNotContain("-r");
  }

  @Test
  void theSmallerOfTwoAtOnceIsTheOtherUsersWhereThereAreUsers() {
    assertThat(MrJob.TEXT_SMALL.user(true)).isEqualTo(MrJob.SMALL.user(true)).isNotEqualTo(MrJob.TEXT_LARGE.user(true));
    assertThat(MrJob.TEXT_SMALL.user(false)).isEqualTo(MrJob.TEXT_LARGE.user(false));
    assertThat(arguments(MrJob.TEXT_SMALL, true)).contains("-Dmapreduce.job.queuename=" + MrJob.OTHER_QUEUE);
    assertThat(arguments(MrJob.TEXT_SMALL, false)).noneMatch(argument -> argument.contains("queuename"));
  }

  @ParameterizedTest
  @EnumSource
  void aJobIsFoundByItsName(MrJob job) {
    DemoJob known = job.job(2);

    assertThat(MrJob.of(known)).isEqualTo(job);
    assertThat(known.bytesPerSite()).isEqualTo(2 * job.job(1).bytesPerSite());
  }
}
