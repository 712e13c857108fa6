package dev.terra.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.AgentConfigFile;
import dev.terra.config.YamlFile;
import dev.terra.config.YamlMap;
import dev.terra.controller.ControllerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the output of the Helm chart, which docker/helm/verify renders: Terra's own loaders accept its files. */
class HelmGoldenTest {
  private static final Path GOLDEN = Path.of("..", "docker", "helm", "golden");

  @TempDir
  private Path folder;

  private List<YamlMap> documents(String name) throws IOException {
    Path file = GOLDEN.resolve(name + ".yaml");
    return Arrays.stream(Files.readString(file).split("(?m)^---$")).filter(text -> text.lines().anyMatch(line -> line.startsWith("kind:")))
        .map(text -> YamlMap.of(YamlFile.parse(file, text))).toList();
  }

  private static String name(YamlMap document) {
    return YamlMap.of(document.need("metadata")).text("name");
  }

  /** Writes the files of each ConfigMap as a pod has them, and returns their folders by name. */
  private Map<String, Path> configurations(String name) throws IOException {
    Map<String, Path> folders = new TreeMap<>();
    for (YamlMap document : documents(name)) {
      if (document.text("kind").equals("ConfigMap")) {
        Path pod = Files.createDirectories(folder.resolve(name(document)));
        YamlMap data = YamlMap.of(document.need("data"));
        for (String file : data.values().keySet()) {
          Files.writeString(pod.resolve(file), data.text(file).replace("@NAME@", name(document) + "-0").replace("@ADDRESS@", "10.91.9.9"));
        }
        folders.put(name(document), pod);
      }
    }
    return folders;
  }

  @ParameterizedTest
  @ValueSource(strings = {"three-sites", "one-site"})
  void agentsTakeTheirFiles(String name) throws IOException {
    List<String> sites = new ArrayList<>();
    for (Path pod : configurations(name).values()) {
      if (Files.exists(pod.resolve("agent.yaml"))) {
        AgentConfig config = AgentConfigFile.load(pod.resolve("agent.yaml"));
        assertThat(config.controllers().get(0).getHostString()).isEqualTo(name.equals("three-sites") ? "check-controller.terra.svc"
            : "10.2.0.5");
        assertThat(config.neighbours()).as("each link has its neighbour").hasSameSizeAs(config.wan().linksFrom(config.site()));
        assertThat(config.tls().isPresent()).isEqualTo(name.equals("three-sites"));
        sites.add(config.site().name());
      }
    }
    assertThat(sites).hasSize(name.equals("three-sites") ? 3 : 1);
  }

  @ParameterizedTest
  @ValueSource(strings = "three-sites")
  void theControllerTakesItsFile(String name) throws IOException {
    Path pod = configurations(name).get("check-controller");
    ControllerConfig config = ControllerConfig.load(pod.resolve("controller.yaml"));

    assertThat(config.listen()).isEqualTo("0.0.0.0:7100");
    assertThat(config.tls()).isPresent();
    assertThat(config.queues()).containsKey("etl");
  }

  @ParameterizedTest
  @ValueSource(strings = {"three-sites", "one-site"})
  void eachSiteHasAStatefulSetAndThereIsAtMostOneController(String name) throws IOException {
    List<String> sets = new ArrayList<>();
    List<String> deployments = new ArrayList<>();
    for (YamlMap document : documents(name)) {
      switch (document.text("kind")) {
        case "StatefulSet" -> sets.add(name(document));
        case "Deployment" -> deployments.add(name(document));
        default -> { } // other kinds, on which the two depend
      }
    }
    boolean all = name.equals("three-sites");
    assertThat(sets).containsExactlyInAnyOrderElementsOf(
        all ? List.of("check-agent-east", "check-agent-west", "check-agent-south-1-86271fdc") : List.of("check-agent-hk-deb00b50"));
    assertThat(deployments).isEqualTo(all ? List.of("check-controller") : List.of());
  }
}
