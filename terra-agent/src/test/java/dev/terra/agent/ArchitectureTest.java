package dev.terra.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.terra.agent.support.ClassCycles;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses AGENT =
      new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.terra.agent");

  @Test
  void clocksAndSleepAreLeftToTheRoot() {
    noClasses().that().doNotHaveSimpleName("Agent")
        .should().callMethod(System.class, "nanoTime")
        .orShould().callMethod(System.class, "currentTimeMillis")
        .orShould().callMethod(Thread.class, "sleep", long.class)
        .check(AGENT);
  }

  @Test
  void theLowerPartsKnowNothingOfTheUpper() {
    noClasses().that().resideInAPackage("..agent.wire..").should().dependOnClassesThat().resideInAnyPackage(
        "..agent.config..", "..agent.tunnel..", "..agent.spool..", "..agent.send..", "..agent.receive..", "..agent.site..",
        "..agent.control..", "..agent.http..", "..agent.stats..").check(AGENT);
    noClasses().that().resideInAnyPackage("..agent.tunnel..", "..agent.spool..").should().dependOnClassesThat().resideInAnyPackage(
        "..agent.send..", "..agent.receive..", "..agent.site..", "..agent.control..", "..agent.http..").check(AGENT);
    noClasses().that().resideInAPackage("..agent.send..").should().dependOnClassesThat().resideInAnyPackage(
        "..agent.receive..", "..agent.site..", "..agent.control..", "..agent.http..").check(AGENT);
    noClasses().that().resideInAPackage("..agent.receive..").should().dependOnClassesThat().resideInAnyPackage(
        "..agent.send..", "..agent.site..", "..agent.control..", "..agent.http..").check(AGENT);
  }

  /** Classes that depend on each other cannot be understood one by one. */
  @Test
  void classesDependOnEachOtherInOneDirection() {
    assertThat(ClassCycles.in(AGENT)).isEmpty();
  }

  @Test
  void packagesDependOnEachOtherInOneDirection() {
    slices().matching("dev.terra.agent.(*)..").should().beFreeOfCycles().check(AGENT);
  }

  @Test
  void nothingBlocksALoop() {
    noClasses().should().callMethod(com.google.common.util.concurrent.RateLimiter.class, "acquire")
        .orShould().callMethod(com.google.common.util.concurrent.RateLimiter.class, "acquire", int.class)
        .check(AGENT);
  }
}
