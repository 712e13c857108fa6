package dev.terra.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.format.DateTimeFormatter;
import java.util.Formatter;
import org.junit.jupiter.api.Test;

/** Checks that the input and output of a program do not depend on the locale of its process. In some locales, digits are not 0 to 9. */
class LocaleTest {
  @Test
  void formatsNameTheirLocale() {
    noClasses().should().callMethod(String.class, "format", String.class, Object[].class)
        .orShould().callMethod(String.class, "formatted", Object[].class)
        .orShould().callMethod(PrintStream.class, "printf", String.class, Object[].class)
        .orShould().callMethod(PrintStream.class, "format", String.class, Object[].class)
        .orShould().callMethod(PrintWriter.class, "printf", String.class, Object[].class)
        .orShould().callMethod(PrintWriter.class, "format", String.class, Object[].class)
        .orShould().callConstructor(Formatter.class)
        .orShould().callConstructor(Formatter.class, Appendable.class)
        .because("%d is not 0 to 9 in every locale: give Locale.ROOT").check(House.get().imported());
  }

  @Test
  void lettersChangeTheirCaseTheSameWayEverywhere() {
    noClasses().should().callMethod(String.class, "toLowerCase").orShould().callMethod(String.class, "toUpperCase")
        .because("an i is not an I in every locale: give Locale.ROOT").check(House.get().imported());
  }

  @Test
  void numbersAndDatesNameTheirLocale() {
    noClasses().should().callMethod(NumberFormat.class, "getInstance").orShould().callMethod(NumberFormat.class, "getNumberInstance")
        .orShould().callMethod(NumberFormat.class, "getIntegerInstance").orShould().callMethod(NumberFormat.class, "getPercentInstance")
        .orShould().callConstructor(DecimalFormat.class).orShould().callConstructor(DecimalFormat.class, String.class)
        .orShould().callConstructor(SimpleDateFormat.class, String.class)
        .orShould().callConstructor(MessageFormat.class, String.class)
        .orShould().callMethod(MessageFormat.class, "format", String.class, Object[].class)
        .orShould().callMethod(DateTimeFormatter.class, "ofPattern", String.class)
        .orShould().dependOnClassesThat().areAssignableTo("java.util.Scanner")
        .because("they read and write digits of the process's locale: give Locale.ROOT").check(House.get().imported());
  }

  @Test
  void nothingIsWrittenInTheProcessesCharacterSet() {
    noClasses().should().callMethod(Charset.class, "defaultCharset").orShould().callMethod(String.class, "getBytes")
        .orShould().callConstructor(String.class, byte[].class)
        .because("files and pipes are UTF-8 whatever the locale").check(House.get().imported());
  }
}
