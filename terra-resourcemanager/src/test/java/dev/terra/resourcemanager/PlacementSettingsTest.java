package dev.terra.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.node.output.ActiveJob;
import dev.terra.resourcemanager.Racks.Rack;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PlacementSettingsTest {
  private static PlacementSettings of(String... pairs) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      values.put(pairs[i], pairs[i + 1]);
    }
    return PlacementSettings.of(key -> Optional.ofNullable(values.get(key)));
  }

  private static PlacementSettings on(String key, String value) {
    return of("terra.placement.mode", "on", "terra.placement.controllers", "http://10.0.0.5:7180/", key, value);
  }

  @Test
  void itIsOffUnlessItIsWanted() {
    assertThat(of().mode()).isEqualTo(PlacementMode.OFF);
    assertThat(on("terra.canary.queues", "etl").controllers().roots()).containsExactly(URI.create("http://10.0.0.5:7180"));
  }

  @Test
  void jobsAreChosenAsTheHandlersChooseThem() {
    ActiveJob job = new ActiveJob("job_1700000000000_0042", "ann");

    assertThat(on("terra.canary.queues", "etl").participation().carries(job, "root.etl")).isTrue();
    assertThat(on("terra.canary.queues", "etl").participation().carries(job, "root.adhoc")).isFalse();
    assertThat(on("terra.mode", "observe").participation().carries(job, "root.etl"))
        .as("a mode of its own").isTrue();
  }

  @Test
  void racksAreSitesByTheBeginningOfTheirNamesOrAsConfigured() {
    PlacementSettings settings = on("terra.placement.racks", "/row-7=NY, /row-8=NY");

    assertThat(settings.site("/row-8")).isEqualTo("NY");
    assertThat(settings.site("/LA")).isEqualTo("LA");
    assertThat(settings.site("/LA/row-1")).isEqualTo("LA");
  }

  @Test
  void racksOfASiteShareIt() {
    PlacementSettings settings = on("terra.placement.racks", "/row-7=NY,/row-8=NY");
    Racks racks = new Racks(new TreeMap<>(Map.of("/row-7", new Rack(List.of("n1"), 3_000), "/row-8", new Rack(List.of("n2"), 1_000),
        "/LA", new Rack(List.of("l1"), 500))));

    assertThat(racks.slots(settings::site, 1_000)).isEqualTo("NY=4");
    assertThat(racks.slots(settings::site, 250)).isEqualTo("LA=2,NY=16");
    assertThat(racks.shares(settings::site, Map.of("NY", 8.0, "LA", 1.0, "HK", 5.0)))
        .isEqualTo(Map.of("/row-7", 6.0, "/row-8", 2.0, "/LA", 1.0));
  }

  @Test
  void whatIsWrongIsNamed() {
    assertThatThrownBy(() -> of("terra.placement.mode", "yes")).hasMessage("terra.placement.mode: expected off, observe or on, got 'yes'");
    assertThatThrownBy(() -> of("terra.placement.mode", "on")).hasMessageContaining("terra.placement.controllers: expected");
    assertThatThrownBy(() -> on("terra.placement.controllers", "10.0.0.5:7180")).hasMessageContaining("terra.placement.controllers");
    assertThatThrownBy(() -> on("terra.placement.racks", "NY")).hasMessageContaining("expected RACK=SITE");
    assertThatThrownBy(() -> on("terra.canary.percent", "101")).hasMessageContaining("terra.canary.percent");
  }

  @Test
  void thePageHasEachProperty() throws IOException {
    String page = Files.readString(Path.of("../docs/use/placement.md"));
    assertThat(List.of(PlacementMode.KEY, PlacementSettings.CONTROLLERS_KEY, PlacementSettings.TOKEN_KEY, PlacementSettings.CA_KEY,
        PlacementSettings.RACKS_KEY, TerraPlacementProcessor.class.getName()))
        .allSatisfy(key -> assertThat(page).contains(key));
  }
}
