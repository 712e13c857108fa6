package dev.terra.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzCheckTest {
  private static final byte[] SEED = "length 4: abcd".getBytes(StandardCharsets.US_ASCII);

  /** A decoder that trusts a length in its input. */
  public static final class Believing {
    private Believing() {}

    /** Returns one seed. */
    public static List<byte[]> seeds() {
      return List.of(SEED);
    }

    /** Reads as many bytes as the input states. */
    public static void fuzzerTestOneInput(byte[] input) {
      if (input.length > 10) {
        ByteBuffer.wrap(input, 10, input.length - 10).get(new byte[Math.max(0, input[7] - '0')]);
      }
    }
  }

  /** A decoder that does not trust its input. */
  public static final class Careful {
    private Careful() {}

    /** Returns one seed. */
    public static List<byte[]> seeds() {
      return List.of(SEED);
    }

    /** Accepts any input. */
    public static void fuzzerTestOneInput(byte[] input) {
      assertThat(input).isNotNull();
    }
  }

  @Test
  void findsWhatADecoderDoesNotTakeAndShowsIt() {
    AssertionError found = catchThrowableOfType(AssertionError.class, () -> FuzzCheck.run(Believing.class));
    assertThat(found).hasMessageContaining("BufferUnderflowException");
    Matcher shown = Pattern.compile("with the (\\d+) bytes ([0-9a-f]+): ").matcher(found.getMessage());
    assertThat(shown.find()).isTrue();
    byte[] input = HexFormat.of().parseHex(shown.group(2));
    assertThat(input).hasSize(Integer.parseInt(shown.group(1)));
    assertThatThrownBy(() -> Believing.fuzzerTestOneInput(input)).as("what is shown does it again")
        .isInstanceOf(BufferUnderflowException.class);
    assertThatCode(() -> FuzzCheck.run(Careful.class)).doesNotThrowAnyException();
  }

  @Test
  void writesSeeds(@TempDir Path folder) throws Exception {
    WriteSeeds.main(new String[] {Careful.class.getName(), folder.resolve("new").toString()});
    assertThat(Files.readAllBytes(folder.resolve("new/seed-0"))).isEqualTo(SEED);
  }
}
