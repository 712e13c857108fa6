package dev.terra.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzCheckTest {
  private static final byte[] SEED = "length 4: abcd".getBytes(StandardCharsets.US_ASCII);

  /** A decoder that believes a length. */
  public static final class Believing {
    private Believing() {}

    /** One. */
    public static List<byte[]> seeds() {
      return List.of(SEED);
    }

    /** Reads as many bytes as it says. */
    public static void fuzzerTestOneInput(byte[] input) {
      if (input.length > 10) {
        ByteBuffer.wrap(input, 10, input.length - 10).get(new byte[Math.max(0, input[7] - '0')]);
      }
    }
  }

  /** A decoder that looks. */
  public static final class Careful {
    private Careful() {}

    /** One. */
    public static List<byte[]> seeds() {
      return List.of(SEED);
    }

    /** Takes anything. */
    public static void fuzzerTestOneInput(byte[] input) {
      assertThat(input).isNotNull();
    }
  }

  @Test
  void findsWhatADecoderDoesNotTakeAndShowsIt() {
    assertThatThrownBy(() -> FuzzCheck.run(Believing.class)).isInstanceOf(AssertionError.class)
        .hasMessageMatching("(?s)with the \\d+ bytes ([0-9a-f]{2})+: .*BufferUnderflowException.*");
    assertThatCode(() -> FuzzCheck.run(Careful.class)).doesNotThrowAnyException();
  }

  @Test
  void writesSeeds(@TempDir Path folder) throws Exception {
    WriteSeeds.main(new String[] {Careful.class.getName(), folder.resolve("new").toString()});
    assertThat(Files.readAllBytes(folder.resolve("new/seed-0"))).isEqualTo(SEED);
  }
}
