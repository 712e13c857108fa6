package dev.terra.schedule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PurityTest {
  private final JavaClasses schedule =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra.schedule");

  @Test
  void onlyOnePackageTouchesOrTools() {
    classes().that().resideOutsideOfPackage("dev.terra.schedule.ortools..").should().onlyDependOnClassesThat()
        .resideInAnyPackage("dev.terra.schedule..", "dev.terra.core..", "java..", "com.google.common..", "org.jspecify.annotations")
        .check(schedule);
  }

  @Test
  void readsNoClockAndStartsNoThreads() {
    noClasses().should().dependOnClassesThat().resideInAnyPackage("java.io..", "java.nio.file..", "java.util.concurrent..")
        .check(schedule);
    noClasses().should().callMethod(System.class, "nanoTime").check(schedule);
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(schedule);
    noClasses().should().callMethod(Math.class, "random").check(schedule);
  }
}
