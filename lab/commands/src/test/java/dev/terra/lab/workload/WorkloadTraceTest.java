package dev.terra.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the traces that are made of several controllers' reports on a workload's shuffles. */
class WorkloadTraceTest {
  private static JsonNode said(String... jobs) throws JsonProcessingException {
    List<String> all = new ArrayList<>();
    for (String job : jobs) {
      String[] word = job.split(" ");
      all.add("{\"id\":\"" + word[0] + "\",\"arrivalSeconds\":" + word[1] + ",\"stages\":[" + word[2] + "]}");
    }
    return new ObjectMapper().readTree("{\"jobs\":[" + String.join(",", all) + "]}");
  }

  private static List<String> jobs(WorkloadTrace trace) {
    List<String> jobs = new ArrayList<>();
    trace.json().path("jobs").forEach(job ->
        jobs.add(job.path("id").asText() + " " + job.path("arrivalSeconds").asDouble() + " " + job.path("stages").path(0).asInt()));
    return jobs;
  }

  @Test
  void aWarmUpIsNoneOfIt() throws JsonProcessingException {
    WorkloadTrace trace = WorkloadTrace.empty("swan");
    trace.leaveOut(said("w 1 1"));
    trace.add(said("w 1 1", "a 5 1"));
    assertThat(jobs(trace)).containsExactly("a 5.0 1");
    assertThat(trace.json().path("format").asText()).isEqualTo("terra-trace");
  }

  @Test
  void whatAShuffleHasGrownToCounts() throws JsonProcessingException {
    WorkloadTrace trace = WorkloadTrace.empty("swan");
    trace.add(said("a 5 1", "b 6 1"));
    trace.add(said("a 5 2", "c 9 1"));
    assertThat(jobs(trace)).containsExactly("a 5.0 2", "b 6.0 1", "c 9.0 1");
  }

  @Test
  void anotherControllersComeLater() throws JsonProcessingException {
    WorkloadTrace trace = WorkloadTrace.empty("swan");
    trace.add(said("a 5 1", "b 40 1"));
    WorkloadTrace next = WorkloadTrace.after(trace.json());
    next.add(said("c 2 1", "a 7 9"));
    assertThat(jobs(next)).containsExactly("a 5.0 1", "b 40.0 1", "c 102.0 1");
    assertThat(jobs(trace)).as("a copy").hasSize(2);
  }
}
