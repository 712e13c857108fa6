package dev.terra.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class CrossSiteBytesTest {
  private static CrossSiteBytes read(String... shuffles) throws Exception {
    return CrossSiteBytes.of(new ObjectMapper().readTree("{\"shuffles\": [" + String.join(",", shuffles) + "]}"));
  }

  private static String shuffle(String id, long produced, long sameSite, long unplaced) {
    return String.format("{\"id\": \"%s\", \"producedBytes\": %d, \"sameSiteBytes\": %d, \"unplacedBytes\": %d}", id, produced, sameSite,
        unplaced);
  }

  @Test
  void anApplicationHasAllItsShuffles() throws Exception {
    CrossSiteBytes bytes = read(shuffle("job_17_0001", 100, 30, 10), shuffle("job_17_0002_dag_1_vertex_00_parts_5", 50, 10, 0),
        shuffle("job_17_0002_dag_1_vertex_01_parts_2", 7, 0, 7), shuffle("job_17_00020", 1_000, 0, 0));
    assertThat(bytes.of("application_17_0001")).hasValue(60);
    assertThat(bytes.of("application_17_0002")).hasValue(40);
    assertThat(bytes.of("application_17_0003")).isEmpty();
  }

  @Test
  void aSessionsEarlierJobsDoNotCount() throws Exception {
    String first = shuffle("job_17_0002_dag_1_vertex_00_parts_5", 50, 10, 0);
    CrossSiteBytes both = read(first, shuffle("job_17_0002_dag_2_vertex_00_parts_5", 9, 2, 0));
    assertThat(both.since(read(first)).of("application_17_0002")).hasValue(7);
    assertThat(both.since(CrossSiteBytes.UNKNOWN).of("application_17_0002")).hasValue(47);
  }
}
