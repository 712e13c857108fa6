package dev.terra.shuffle;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks the order of the handler's packages, and which classes read clocks. */
class ArchitectureTest {
  private static final JavaClasses SHUFFLE =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra.shuffle");

  @Test
  void theLowerPartsKnowNothingOfTheUpper() {
    noClasses().that().resideInAPackage("..shuffle.output..").should().dependOnClassesThat()
        .resideInAnyPackage("..shuffle.fetch..", "..shuffle.segment..", "..shuffle.relay..", "..shuffle.pipeline..").check(SHUFFLE);
    noClasses().that().resideInAPackage("..shuffle.fetch..").should().dependOnClassesThat()
        .resideInAnyPackage("..shuffle.segment..", "..shuffle.relay..", "..shuffle.pipeline..").check(SHUFFLE);
    noClasses().that().resideInAPackage("..shuffle.segment..").should().dependOnClassesThat()
        .resideInAnyPackage("..shuffle.relay..", "..shuffle.pipeline..").check(SHUFFLE);
    noClasses().that().resideInAPackage("..shuffle.relay..").should().dependOnClassesThat()
        .resideInAnyPackage("..shuffle.pipeline..").check(SHUFFLE);
  }

  @Test
  void onlyTheRootReadsClocks() {
    noClasses().that().doNotHaveSimpleName("TerraParts").should().callMethod(System.class, "nanoTime")
        .orShould().callMethod(System.class, "currentTimeMillis").orShould().callMethod(Thread.class, "sleep", long.class).check(SHUFFLE);
  }
}
