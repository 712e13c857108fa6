package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMethod;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that a method which is named like a question sets no field. */
class PredicatesTest {
  private static final Pattern QUESTION = Pattern.compile("(is|has|are|can|may|was)[A-Z]\\w*");

  @Test
  void questionsSetNoField() {
    assertThat(questions(House.get().written()).filter(PredicatesTest::setsAField).map(JavaMethod::getFullName)).isEmpty();
  }

  @Test
  void theRuleFindsWhatItForbids() {
    Stream<JavaClass> own = House.get().imported().stream().filter(type -> type.getName().equals(Asked.class.getName()));

    assertThat(questions(own).filter(PredicatesTest::setsAField).map(JavaMethod::getName)).containsExactly("isAsked");
  }

  private static Stream<JavaMethod> questions(Stream<JavaClass> classes) {
    return classes.flatMap(type -> type.getMethods().stream()).filter(method -> QUESTION.matcher(method.getName()).matches())
        .filter(method -> method.getRawReturnType().isEquivalentTo(boolean.class));
  }

  private static boolean setsAField(JavaMethod method) {
    return method.getFieldAccesses().stream().map(JavaFieldAccess::getAccessType).anyMatch(AccessType.SET::equals);
  }

  /** A class with a method that is named like a question and sets a field. */
  static final class Asked {
    private boolean asked;

    boolean isAsked() {
      boolean before = asked;
      asked = true;
      return before;
    }

    boolean isKnown() {
      return asked;
    }
  }
}
