package dev.terra.lab.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownBytesTest {
  private static final int FILE_HEADER = 24;
  private static final int MAGIC = 0xa1b2c3d4;

  @TempDir
  private Path folder;
  private final byte[] output = new byte[10 * KnownBytes.STRETCH];

  @BeforeEach
  void anOutput() throws IOException {
    new Random(1).nextBytes(output);
    Path map = Files.createDirectories(folder.resolve("outputs/map"));
    Files.write(map.resolve("file.out"), output);
    Files.write(map.resolve("file.out.index"), new byte[1_000]);
  }

  private KnownBytes known() throws IOException {
    return KnownBytes.of(folder.resolve("outputs"), "file.out");
  }

  private Path capture(byte[]... packets) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(ByteBuffer.allocate(FILE_HEADER).order(ByteOrder.LITTLE_ENDIAN).putInt(MAGIC).array());
    for (byte[] packet : packets) {
      all.writeBytes(ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN).putLong(0).putInt(packet.length).putInt(packet.length).array());
      all.writeBytes(packet);
    }
    return Files.write(folder.resolve("capture"), all.toByteArray());
  }

  private byte[] packet(int header, int from, int to) {
    return ByteBuffer.allocate(header + to - from).put(header, output, from, to - from).array();
  }

  @Test
  void bytesAreFoundWhereverAPacketHasThemAndCountOnce() throws IOException {
    assertThat(known().total()).isEqualTo(output.length);
    assertThat(known().in(capture(packet(73, 0, output.length)))).isEqualTo(output.length);
    byte[] stretches = packet(20, 100, 800);
    assertThat(known().in(capture(stretches, new byte[60], stretches))).isEqualTo(3 * KnownBytes.STRETCH);
  }

  @Test
  void otherBytesAreNotFound() throws IOException {
    byte[] others = new byte[100_000];
    new Random(2).nextBytes(others);

    assertThat(known().in(capture(others, new byte[100]))).isZero();
    assertThat(known().in(capture())).isZero();
  }

  @Test
  void aCaptureThatIsNotWholeSaysNothing() throws IOException {
    Path whole = capture(packet(0, 0, 500));
    Files.write(whole, Arrays.copyOf(Files.readAllBytes(whole), FILE_HEADER + 100));

    assertThatThrownBy(() -> known().in(whole)).isInstanceOf(IOException.class);
  }
}
