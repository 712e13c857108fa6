package dev.terra.controller;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LayersTest {
  @Test
  void theCoreHasNoThreadsNoInputAndNoClock() {
    JavaClasses core = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("dev.terra.controller.core");
    noClasses().should().dependOnClassesThat()
        .resideInAnyPackage("io.grpc..", "java.io..", "java.nio..", "java.net..", "java.util.concurrent..", "org.slf4j..")
        .check(core);
    noClasses().should().callMethod(System.class, "nanoTime").orShould().callMethod(System.class, "currentTimeMillis").check(core);
  }

  /**
   * Lists which packages each package ("room") of the core may use. The list has no cycle, since each room follows the rooms that it uses.
   */
  @ParameterizedTest
  @CsvSource({
      "turn,",
      "agent, turn",
      "network, turn agent",
      "capacity, turn agent network",
      "shuffle, turn agent",
      "queue, turn agent shuffle",
      "round, turn agent network capacity shuffle",
      "submit, turn agent shuffle",
      "operate, turn agent network shuffle queue submit",
  })
  void roomsOfTheCoreUseOnlyThoseBelow(String room, String below) {
    String core = "dev.terra.controller.core";
    String[] allowed = Stream.concat(Stream.of(room), Stream.ofNullable(below).flatMap(all -> Stream.of(all.split(" "))))
        .map(name -> core + "." + name).toArray(String[]::new);
    JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages(core);
    classes().that().resideInAPackage(core + "." + room)
        .should().onlyDependOnClassesThat(JavaClass.Predicates.resideOutsideOfPackage(core + "..").or(
            JavaClass.Predicates.resideInAnyPackage(allowed)))
        .check(classes);
  }
}
