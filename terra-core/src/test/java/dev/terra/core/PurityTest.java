package dev.terra.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PurityTest {
  private final JavaClasses core =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra.core");

  @Test
  void dependsOnTheJdkAndGuavaOnly() {
    classes().should().onlyDependOnClassesThat()
        .resideInAnyPackage("dev.terra.core..", "java..", "com.google.common..", "org.jspecify.annotations")
        .check(core);
  }

  /** The package {@code failure} is excepted: it describes the exceptions of input and output in words, and does no input or output. */
  @Test
  void doesNoInputOrOutputAndStartsNoThreads() {
    noClasses().that().resideOutsideOfPackage("dev.terra.core.failure").should().dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.util.concurrent..")
        .check(core);
  }

  @Test
  void readsNoClockAndNoRandomness() {
    noClasses().should().callMethod(System.class, "nanoTime").check(core);
    noClasses().should().callMethod(System.class, "currentTimeMillis").check(core);
    noClasses().should().callMethod(Thread.class, "sleep", long.class).check(core);
    noClasses().should().callMethod(Math.class, "random").check(core);
    noClasses().should().dependOnClassesThat().areAssignableTo(java.time.Clock.class).check(core);
  }
}
