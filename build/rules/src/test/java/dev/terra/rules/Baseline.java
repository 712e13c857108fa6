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
 * What a rule allows for now, one case a line of a file. It may only shrink: a case that is gone has to leave the file, so that it stays
 * gone.
 */
final class Baseline {
  private final String file;

  Baseline(String file) {
    this.file = file;
  }

  /** The cases of the file; lines that start with # explain. */
  NavigableSet<String> cases() {
    try (InputStream in = Objects.requireNonNull(Baseline.class.getResourceAsStream(file), file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
          .collect(Collectors.toCollection(TreeSet::new));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Checks that what was found is what the file says. */
  void check(Collection<String> found) {
    assertThat(found).as("new cases: mend them, %s does not grow", file).isSubsetOf(cases());
    assertThat(cases()).as("cases that are gone: take them out of %s", file).isSubsetOf(found);
  }
}
