package dev.terra.lab.bed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TestbedTerraTest {
  private static boolean isUp(int agentsPerSite, int tunnelsUp, Integer... each) throws JsonProcessingException {
    String slices = Arrays.stream(each).map(up -> "{\"tunnelsUp\": " + up + "}").collect(Collectors.joining(","));
    return TestbedTerra.isUp(new ObjectMapper().readTree(
        "{\"alive\": true, \"tunnels\": 4, \"tunnelsUp\": " + tunnelsUp + ", \"slices\": [" + slices + "]}"), agentsPerSite);
  }

  @Test
  void eachOfSeveralAgentsHasAllTunnels() throws JsonProcessingException {
    assertThat(isUp(3, 4, 4, 4, 4)).isTrue();
    assertThat(isUp(3, 4, 4, 3, 4)).isFalse();
    assertThat(isUp(3, 4, 4, 4)).as("one has not come yet").isFalse();
  }

  @Test
  void oneAgentIsItsSite() throws JsonProcessingException {
    assertThat(isUp(1, 4)).as("as controllers of before say it").isTrue();
    assertThat(isUp(1, 3, 3)).isFalse();
  }
}
