package dev.terra.lab.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/**
 * Tests with token files in the format of Hadoop's Credentials: a mark, a version, tokens of five fields each, and secrets of two fields
 * each.
 */
class ContainerTokensTest {
  @Test
  void theShufflesSecretIsAmongTheSecrets() throws IOException {
    byte[] longIdentifier = new byte[300];
    byte[] file = file(1, new byte[][] {text("alias"), longIdentifier, text("password"), text("kind"), text("service")},
        new byte[][] {text("another"), text("no"), text("MapReduceShuffleToken"), text("the secret")});
    assertThat(read(file)).isEqualTo(text("the secret"));
  }

  @Test
  void aFileWithoutSuchASecretSaysSo() {
    assertThatThrownBy(() -> read(file(0, new byte[0][], new byte[][] {text("another"), text("no")})))
        .isInstanceOf(IOException.class).hasMessageContaining("no secret of a shuffle");
  }

  @Test
  void somethingElseIsRefused() {
    assertThatThrownBy(() -> read(text("<configuration/>"))).isInstanceOf(IOException.class).hasMessageContaining("no token file");
    assertThatThrownBy(() -> read(new byte[] {'H', 'D', 'T', 'S', 0, 1, 100, 1})).isInstanceOf(IOException.class)
        .hasMessageContaining("ends early");
  }

  private static byte[] read(byte[] file) throws IOException {
    return ContainerTokens.shuffleSecret(new DataInputStream(new ByteArrayInputStream(file)));
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] file(int tokens, byte[][] tokenFields, byte[][] secretFields) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(text("HDTS"));
    out.write(0);
    out.write(tokens);
    for (byte[] field : tokenFields) {
      field(out, field);
    }
    out.write(secretFields.length / 2);
    for (byte[] field : secretFields) {
      field(out, field);
    }
    return out.toByteArray();
  }

  private static void field(ByteArrayOutputStream out, byte[] field) {
    if (field.length > 127) {
      out.write(-114); // two bytes follow
      out.write(field.length >> 8);
    }
    out.write(field.length);
    out.writeBytes(field);
  }
}
