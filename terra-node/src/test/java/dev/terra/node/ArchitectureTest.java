package dev.terra.node;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checks the rules that keep this module usable for further engines. */
class ArchitectureTest {
  private static final JavaClasses NODE =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra.node");

  @Test
  void noEngineAndNoProtocolOfOne() {
    noClasses().should().dependOnClassesThat().resideInAnyPackage("org.apache..", "dev.terra.shuffle..", "dev.terra.spark..").check(NODE);
  }

  /** The command line reads settings in a process that does not have a NodeManager's Netty. */
  @Test
  void onlyTheFetchClientNeedsTheNodeManagersNetty() {
    noClasses().that().resideOutsideOfPackage("dev.terra.node.fetch..").should().dependOnClassesThat()
        .resideInAnyPackage("io.netty..", "dev.terra.node.fetch..").check(NODE);
  }

  @Test
  void clocksAndRandomsAreGiven() {
    noClasses().should().callMethod(System.class, "nanoTime").orShould().callMethod(System.class, "currentTimeMillis")
        .orShould().callMethod(Thread.class, "sleep", long.class).orShould().callConstructor(java.util.Random.class)
        .orShould().callConstructor(java.security.SecureRandom.class).check(NODE);
  }

  @Test
  void noThreadIsStarted() {
    noClasses().should().callConstructorWhere(target(owner(assignableTo(Thread.class))))
        .orShould().dependOnClassesThat().haveFullyQualifiedName("java.util.concurrent.Executors").check(NODE);
  }

  @Test
  void packagesFormNoCycle() {
    slices().matching("dev.terra.node.(*)..").should().beFreeOfCycles().check(NODE);
  }
}
