package dev.terra.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixFileTest {
  @TempDir
  private Path folder;

  private MatrixFile read(String text) throws IOException {
    return MatrixFile.read(Files.writeString(folder.resolve("matrix.json"), text), given -> { });
  }

  @Test
  void sizesMayHaveUnits() throws IOException {
    MatrixFile file = read("""
        {"id": "x", "usdPerHour": 0, "maxUsd": 2.5, "budget": "hard", "transfers": [{"from": "A", "to": "B", "bytes": "1.5 MB", "seed": -3},
         {"from": "A", "to": "C", "bytes": 7, "file": "/in", "offset": 2, "toFile": "/out"}]}""");
    assertThat(file.id()).contains("x");
    assertThat(file.matrix().totalBytes()).isEqualTo(1_500_007);
    assertThat(file.transfers()).isEqualTo(2);
  }

  @Test
  void mistakesAreNamed() {
    Map<String, String> mistakes = Map.of(
        "{\"transfers\": []}", "at least one",
        "{\"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": 1}]}", "either 'file' or 'seed'",
        "{\"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": -1, \"seed\": 1}]}", "transfer number 1: expected 'bytes'",
        "{\"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": \"1 TB\", \"seed\": 1}]}", "transfer number 1: 'bytes'",
        "{\"transfers\": [{\"from\": \"A\", \"bytes\": 1, \"seed\": 1}]}", "expected 'to'",
        "{\"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": 1, \"seed\": 1, \"rate\": 1}]}", "unknown key 'rate'",
        "{\"transfers\": [{\"from\": \"A\", \"to\": \"B\", \"bytes\": 1, \"seed\": 1, \"offset\": 1}]}", "'offset' needs 'file'",
        "{\"deadlineSeconds\": 0, \"transfers\": [{}]}", "deadlineSeconds",
        "{\"transfers\": [", "is no valid JSON",
        "[]", "expected an object");
    checkMistakes(mistakes);
    checkMistakes(Map.of(
        "{\"weight\": -1, \"transfers\": [{}]}", "expected 'weight' to be above 0 and below 1000000000, got -1.0",
        "{\"usdPerHour\": -1, \"transfers\": [{}]}", "expected 'usdPerHour' to be 0 to 1000000000, got -1.0",
        "{\"budget\": \"hard\", \"transfers\": [{}]}", "with 'maxUsd'",
        "{\"budget\": \"tough\", \"maxUsd\": 1, \"transfers\": [{}]}", "soft or hard",
        "{\"priority\": 1.5, \"transfers\": [{}]}", "expected 'priority' to be a whole number",
        "{\"timeoutSeconds\": \"soon\", \"transfers\": [{}]}", "expected 'timeoutSeconds' to be a number, got string",
        "{\"deadlineSeconds\": true, \"transfers\": [{}]}", "expected 'deadlineSeconds' to be a number, got boolean",
        "{\"weight\": 1, \n\"weight\": 2, \"transfers\": [{}]}", "matrix.json:2: is no valid JSON",
        "{\"transfers\": []} x", "is no valid JSON",
        "{\"weight\": NaN, \"transfers\": [{}]}", "is no valid JSON"));
    checkMistakes(Map.of(
        "{\"usdPerHour\": 1e10, \"transfers\": [{}]}", "expected 'usdPerHour' to be 0 to 1000000000, got 1.0E10",
        "{\"group\": \"a\\u0007\", \"transfers\": [{}]}", "a group of submitted shuffles has 1 to 200 characters",
        "{\"maxUsd\": 1e308, \"transfers\": [{}]}", "expected 'maxUsd' to be 0 to 1000000000, got 1.0E308"));
  }

  private void checkMistakes(Map<String, String> mistakes) {
    mistakes.forEach((text, problem) ->
        assertThatThrownBy(() -> read(text)).as(text).hasMessageContaining("matrix.json").hasMessageContaining(problem));
  }

  @Test
  void bytesAreWholeNumbers() {
    assertThat(ByteSize.parse("10 GB")).isEqualTo(10_000_000_000L);
    assertThat(ByteSize.parse("0.5kB")).isEqualTo(500);
    assertThat(ByteSize.parse("12")).isEqualTo(12);
    for (String wrong : new String[] {"", "GB", "1.0005 KB", "-1", "1 GiB", "50 Mb", "1kb", "10 gb", "99999999999 GB"}) {
      assertThatThrownBy(() -> ByteSize.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
