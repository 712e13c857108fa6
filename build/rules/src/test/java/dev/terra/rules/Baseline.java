package dev.terra.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The cases that a rule still allows, one in each line of a file. The file may only shrink: a case that does not occur any more must be
 * removed from the file, so that it does not return.
 */
final class Baseline {
  private final String file;

  Baseline(String file) {
    this.file = file;
  }

  /** Returns the cases of the file. Lines that start with # are comments. */
  NavigableSet<String> cases() {
    try (InputStream in = Objects.requireNonNull(Baseline.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks that the cases that were found are exactly those of the file. */
  void check(Collection<String> found) {
    assertThat(found).as("new cases: mend them, %s does not grow", file).isSubsetOf(cases());
    assertThat(cases()).as("cases that are gone: take them out of %s", file).isSubsetOf(found);
  }
}
