package dev.terra.controller;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

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
}
