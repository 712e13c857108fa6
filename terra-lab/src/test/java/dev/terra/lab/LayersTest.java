package dev.terra.lab;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The layers of docs/ARCHITECTURE.md, over the classes of all modules that the commands bring together. */
class LayersTest {
  private final JavaClasses classes =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra");

  @Test
  void modulesDependDownwardsOnly() {
    layeredArchitecture().consideringOnlyDependenciesInAnyPackage("dev.terra..")
        .layer("core").definedBy("dev.terra.core..")
        .layer("topology").definedBy("dev.terra.topology..")
        .layer("schedule").definedBy("dev.terra.schedule..")
        .layer("certs").definedBy("dev.terra.certs..")
        .layer("api").definedBy("dev.terra.api..")
        .layer("agent").definedBy("dev.terra.agent..")
        .layer("controller").definedBy("dev.terra.controller..")
        .layer("sim").definedBy("dev.terra.sim..")
        .layer("testbed").definedBy("dev.terra.testbed..")
        .layer("cli").definedBy("dev.terra.cli..")
        .layer("lab").definedBy("dev.terra.lab..")
        .whereLayer("core").mayNotAccessAnyLayer()
        .whereLayer("topology").mayOnlyAccessLayers("core")
        .whereLayer("schedule").mayOnlyAccessLayers("core")
        .whereLayer("certs").mayNotAccessAnyLayer()
        .whereLayer("certs").mayOnlyBeAccessedByLayers("cli")
        .whereLayer("api").mayOnlyAccessLayers("core")
        .whereLayer("agent").mayOnlyAccessLayers("core", "topology", "api")
        .whereLayer("controller").mayOnlyAccessLayers("core", "topology", "schedule", "api")
        .whereLayer("sim").mayOnlyAccessLayers("core", "topology", "schedule")
        .whereLayer("testbed").mayOnlyAccessLayers("core", "topology")
        .whereLayer("cli").mayOnlyAccessLayers("core", "topology", "schedule", "certs", "api", "agent", "controller", "sim")
        .whereLayer("cli").mayOnlyBeAccessedByLayers("lab")
        .whereLayer("lab").mayNotBeAccessedByAnyLayer()
        .check(classes);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.terra.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void schedulingIsPure() {
    noClasses().that().resideInAPackage("dev.terra.schedule..").should().dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio.file..", "java.net..", "java.util.concurrent..").check(classes);
    noClasses().that().resideInAPackage("dev.terra.schedule..").should().callMethod(System.class, "nanoTime").check(classes);
    noClasses().that().resideInAPackage("dev.terra.schedule..").should().callMethod(System.class, "currentTimeMillis").check(classes);
  }

  @Test
  void onlyCommandsParseArguments() {
    noClasses().that().resideOutsideOfPackages("dev.terra.cli..", "dev.terra.lab..").should().dependOnClassesThat()
        .resideInAnyPackage("picocli..").check(classes);
  }

  @Test
  void onlyOnePackageTouchesOrTools() {
    noClasses().that().resideOutsideOfPackage("dev.terra.schedule.ortools..").should().dependOnClassesThat()
        .resideInAnyPackage("com.google.ortools..").check(classes);
  }
}
