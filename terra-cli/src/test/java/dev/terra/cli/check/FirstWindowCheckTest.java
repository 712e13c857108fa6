package dev.terra.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.config.AgentConfigFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with routes in the format of {@code ip -o route get}. */
class FirstWindowCheckTest {
  private static final String ROUTE = "127.2.0.1 from 127.1.0.1 via 10.1.0.1 dev eth0 uid 0 \\    cache ";

  @TempDir
  private Path folder;
  private CheckBed bed;

  @BeforeEach
  void rightFiles() throws IOException {
    bed = new CheckBed(folder);
  }

  private List<Finding> findings(String route) {
    Path file = folder.resolve(CheckBed.AGENT);
    return FirstWindowCheck.of(file, AgentConfigFile.load(file), ends -> route);
  }

  /** 10 MB/s over a round trip of 2 ms are 20 kB, which are 14 packets. */
  @Test
  void aRouteThatLetsTunnelsBeginSlowlyIsNamedWithItsCure() {
    assertThat(findings(ROUTE)).singleElement().satisfies(found -> {
      assertThat(found.isError()).isFalse();
      assertThat(found.key()).isEqualTo("neighbours.LA.remote");
      assertThat(found.problem()).contains("10 packets").contains("holds 14");
      assertThat(found.cure()).isEqualTo("ip route replace 127.2.0.1 via 10.1.0.1 dev eth0 initcwnd 14 initrwnd 14");
    });
    assertThat(findings(ROUTE + "initcwnd 13 initrwnd 13")).hasSize(1);
    assertThat(findings(ROUTE + "initcwnd 14 initrwnd 14")).isEmpty();
  }

  @Test
  void aNeighbourOnTheSameNetworkHasNoGateway() {
    assertThat(findings("127.2.0.1 from 127.1.0.1 dev eth1 uid 0 \\    cache ")).singleElement()
        .satisfies(found -> assertThat(found.cure()).startsWith("ip route replace 127.2.0.1 dev eth1 initcwnd"));
  }

  @Test
  void noMoreThanAThousandPacketsAreAskedFor() {
    bed.edit(CheckBed.TOPOLOGY, "80 Mbps", "80 Gbps");
    assertThat(findings(ROUTE + "initcwnd 1000 initrwnd 1000")).isEmpty();
    assertThat(findings(ROUTE)).singleElement().satisfies(found -> assertThat(found.problem()).contains("holds 1000"));
  }

  @Test
  void nothingIsSaidOfWhatCannotBeKnown() {
    assertThat(findings("")).as("no such program, or no way").isEmpty();
    assertThat(findings("local 127.2.0.1 from 127.1.0.1 dev lo table local \\    cache <local> ")).isEmpty();
    bed.edit(CheckBed.TOPOLOGY, "80 Mbps", "measured");
    assertThat(findings(ROUTE)).isEmpty();
  }
}
