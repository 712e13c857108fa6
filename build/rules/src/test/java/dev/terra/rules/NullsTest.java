package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaParameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks how product code marks a value that may be missing: NullAway checks all packages, a field or a parameter that may be missing is
 * {@code @Nullable}, and {@code Optional} is for results. A record's component is the result of its accessor, so it may be an
 * {@code Optional}.
 */
class NullsTest {
  private static final Set<String> OPTIONALS = Stream.of(Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class)
      .map(Class::getName).collect(Collectors.toSet());

  @Test
  void packagesAreNullMarked() {
    List<String> unmarked = House.sources().stream().filter(House::isProduct).map(Path::getParent).distinct()
        .filter(folder -> !isMarked(folder.resolve("package-info.java"))).map(House::packageIn).sorted().toList();

    assertThat(unmarked).isEmpty();
  }

  @Test
  void optionalsAreResults() {
    assertThat(optionals()).isEmpty();
  }

  private static boolean isMarked(Path packageInfo) {
    return Files.exists(packageInfo) && House.read(packageInfo).contains("@NullMarked");
  }

  /** Returns the fields and parameters in the product's modules that are optionals, except those of records. */
  private static Stream<String> optionals() {
    return House.get().classes().filter(House::isProduct)
        .filter(owner -> !owner.isRecord() && !owner.isAnonymousClass()).flatMap(owner -> Stream.concat(fields(owner), parameters(owner)));
  }

  private static Stream<String> fields(JavaClass owner) {
    return owner.getFields().stream().filter(field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC))
        .filter(field -> isOptional(field.getRawType())).map(JavaField::getFullName);
  }

  private static Stream<String> parameters(JavaClass owner) {
    return owner.getCodeUnits().stream().filter(unit -> !unit.getName().startsWith("lambda$"))
        .filter(unit -> !(unit instanceof JavaMethod method) || !method.getModifiers().contains(JavaModifier.SYNTHETIC))
        .filter(unit -> unit.getParameters().stream().map(JavaParameter::getRawType).anyMatch(NullsTest::isOptional))
        .map(unit -> owner.getName() + "." + unit.getName() + "()").distinct();
  }

  private static boolean isOptional(JavaClass type) {
    return OPTIONALS.contains(type.getName());
  }
}
