package dev.terra.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSetMultimap;
import com.google.common.collect.SetMultimap;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the layers of CONTRIBUTING.md: which module may use which other, and what the pure modules must not use. */
class LayersTest {
  private static final String CORE = "terra-core";
  private static final String CONFIG = "terra-config";
  private static final String TOPOLOGY = "terra-topology";
  private static final String SCHEDULE = "terra-schedule";
  private static final String CERTS = "terra-certs";
  private static final String API = "terra-api";
  private static final String AGENT = "terra-agent";
  private static final String NETWORK = "terra-network";
  private static final String CONTROLLER = "terra-controller";
  private static final String REST = "terra-rest";
  private static final String HISTORY = "terra-history";
  private static final String NODE = "terra-node";
  private static final String SHUFFLE = "terra-shuffle";
  private static final String RESOURCE_MANAGER = "terra-resourcemanager";
  private static final String SPARK = "terra-spark";
  private static final String SIM = "terra-sim";
  private static final String TESTBED = "lab/testbed";
  private static final String REPRODUCE = "lab/reproduce";
  private static final String CLI = "terra-cli";
  private static final String DIST = "terra-dist";
  private static final String LAB = "lab/commands";

  private static final SetMultimap<String, String> MAY_USE = ImmutableSetMultimap.<String, String>builder()
      .put(CONFIG, CORE)
      .putAll(TOPOLOGY, CORE, CONFIG)
      .putAll(SCHEDULE, CORE)
      .putAll(API, CORE)
      .putAll(AGENT, CORE, CONFIG, TOPOLOGY, API)
      .putAll(NETWORK, CORE)
      .putAll(CONTROLLER, CORE, CONFIG, TOPOLOGY, SCHEDULE, API, NETWORK)
      .putAll(REST, CORE, CONFIG, SCHEDULE, API, CONTROLLER)
      .putAll(HISTORY, CORE, SCHEDULE, CONTROLLER, REST)
      .putAll(NODE, CORE, API)
      .putAll(SHUFFLE, CORE, API, NODE)
      .putAll(RESOURCE_MANAGER, CORE, NODE)
      .putAll(SPARK, CORE, API, NODE)
      .putAll("lab/shuffle-bench", API, NODE, SHUFFLE)
      .putAll(SIM, CORE, CONFIG, TOPOLOGY, SCHEDULE)
      .putAll(TESTBED, CORE, TOPOLOGY)
      .put(REPRODUCE, CORE)
      .putAll(CLI, CORE, CONFIG, TOPOLOGY, SCHEDULE, CERTS, API, NODE, AGENT, CONTROLLER, REST, HISTORY, SIM)
      .putAll(DIST, CONFIG, AGENT, CONTROLLER)
      .putAll(LAB, CORE, CONFIG, TOPOLOGY, SCHEDULE, CERTS, API, NODE, AGENT, NETWORK, CONTROLLER, REST, HISTORY, SIM, TESTBED, CLI,
          REPRODUCE, "tpc-workloads")
      .build();

  @Test
  void allModulesWithMainSourcesAreLookedAt() {
    assertThat(House.get().classes().map(House::moduleOf).distinct()).containsExactlyInAnyOrderElementsOf(House.modules());
  }

  @Test
  void modulesUseOnlyThoseBelow() {
    List<String> wrong = House.get().classes().flatMap(user -> user.getDirectDependenciesFromSelf().stream())
        .filter(LayersTest::isForbidden).map(Dependency::getDescription).sorted().toList();

    assertThat(wrong).isEmpty();
  }

  @Test
  void schedulingIsPure() {
    noClasses().that().resideInAPackage("dev.terra.schedule..").should().dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio.file..", "java.net..", "java.util.concurrent..").check(House.get().imported());
    noClasses().that().resideInAPackage("dev.terra.schedule..").should().callMethod(System.class, "nanoTime")
        .orShould().callMethod(System.class, "currentTimeMillis").check(House.get().imported());
  }

  /** Java finds a file's store by its mount point, which may be missing in a chroot. {@code File.getUsableSpace} does not need it. */
  @Test
  void nothingLooksForMountPoints() {
    noClasses().should().callMethod(Files.class, "getFileStore", Path.class).check(House.get().imported());
  }

  @Test
  void onlyCommandsParseArguments() {
    noClasses().that().resideOutsideOfPackages("dev.terra.cli..", "dev.terra.lab..").should().dependOnClassesThat()
        .resideInAnyPackage("picocli..").check(House.get().imported());
  }

  @Test
  void onlyOnePackageTouchesOrTools() {
    noClasses().that().resideOutsideOfPackage("dev.terra.schedule.ortools..").should().dependOnClassesThat()
        .resideInAnyPackage("com.google.ortools..").check(House.get().imported());
  }

  private static boolean isForbidden(Dependency dependency) {
    JavaClass used = dependency.getTargetClass().getBaseComponentType();
    if (used.getSource().isEmpty() || !used.getPackageName().startsWith("dev.terra.")) {
      return false;
    }
    String from = House.moduleOf(dependency.getOriginClass());
    String to = House.moduleOf(used);
    return !from.equals(to) && !MAY_USE.containsEntry(from, to);
  }
}
