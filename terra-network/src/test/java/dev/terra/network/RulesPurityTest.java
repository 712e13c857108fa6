package dev.terra.network;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class RulesPurityTest {
  @Test
  void rulesDependOnTheModelTheJdksCollectionsAndGuavaOnly() {
    classes().should().onlyDependOnClassesThat()
        .resideInAnyPackage("dev.terra.network.rules..", "dev.terra.core..", "java.lang..", "java.util", "java.util.function..",
            "java.util.stream..", "com.google.common..", "org.jspecify.annotations")
        .check(new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra.network.rules"));
  }
}
