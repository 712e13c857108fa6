package dev.terra.shuffle.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Ints;
import dev.terra.api.v1.SegmentLength;
import dev.terra.shuffle.output.MapId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

class SegmentFramerTest {
  private static final int REDUCE = 7;

  @Property(tries = 200)
  void makesHadoopsResponseHoweverTheBytesAreCut(@ForAll @Size(min = 1, max = 8) List<@IntRange(max = 50) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 60) int cut, @ForAll long seed, @ForAll boolean checked) throws IOException {
    List<SegmentLength> segments = new ArrayList<>();
    List<MapId> maps = new ArrayList<>();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    List<Integer> checksums = new ArrayList<>();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    for (int length : lengths) {
      byte[] bytes = new byte[length];
      new Random(seed).nextBytes(bytes);
      String map = "attempt_1_0001_m_%06d_0".formatted(segments.size());
      maps.add(MapId.parse(map).orElseThrow());
      segments.add(SegmentLength.newBuilder().setOutput(maps.get(maps.size() - 1).output().id())
         .setPartLength(length).setRawLength(3L * length).build());
      new ShuffleHeader(map, length, 3L * length, REDUCE).write(new DataOutputStream(expected));
      expected.writeBytes(bytes);
      data.writeBytes(bytes);
      CRC32C crc = new CRC32C();
      crc.update(bytes);
      checksums.add((int) crc.getValue());
      if (checked) {
        data.writeBytes(Ints.toByteArray((int) crc.getValue()));
      }
    }
    SegmentFramer framer = new SegmentFramer(maps, REDUCE, segments);
    assertThat(framer.sourceBytes(checked)).isEqualTo(data.size());
    framer.begin(checked);
    byte[] framed = frame(framer, data.toByteArray(), cut);
    assertThat(framer.framedBytes()).isEqualTo(lengths.stream().map(Integer::longValue).toList());
    assertThat(framer.framedChecksums()).isEqualTo(checksums);
    assertThat(framed).isEqualTo(expected.toByteArray());
    assertThat(framer.bodyBytes()).isEqualTo(expected.size());
    assertThat(framer.unproven()).isEmpty();
  }

  private static byte[] frame(SegmentFramer framer, byte[] data, int cut) throws CorruptBytesException {
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    long all = framer.sourceBytes(false);
    long taken = framer.frame(Unpooled.EMPTY_BUFFER, piece -> collect(piece, framed));
    assertThat(framer.framedBytes()).containsOnly(0L);
    for (int from = 0; from < data.length; from += cut) {
      ByteBuf in = Unpooled.wrappedBuffer(Arrays.copyOfRange(data, from, Math.min(data.length, from + cut)));
      taken += framer.frame(in, piece -> collect(piece, framed));
      assertThat(framer.framedBytes().stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(taken);
      assertThat(in.isReadable()).isFalse();
      in.release();
    }
    assertThat(taken).isEqualTo(all);
    return framed.toByteArray();
  }

  /** Whatever byte of a segment or of its checksum changes, the last bytes of the segment are not passed on. */
  @Property(tries = 200)
  void passesNoSegmentWholeThatHasChanged(@ForAll @IntRange(min = 1, max = 200) int length,
      @ForAll @IntRange(min = 1, max = 60) int cut, @ForAll @IntRange(min = 0, max = 203) int where, @ForAll byte change) {
    MapId map = MapId.parse("attempt_1_0001_m_000000_0").orElseThrow();
    byte[] sent = new byte[length + Integer.BYTES];
    CRC32C crc = new CRC32C();
    crc.update(sent, 0, length);
    System.arraycopy(Ints.toByteArray((int) crc.getValue()), 0, sent, length, Integer.BYTES);
    sent[where % sent.length] ^= change == 0 ? 1 : change;
    SegmentFramer framer =
        new SegmentFramer(List.of(map), REDUCE, List.of(SegmentLength.newBuilder().setPartLength(length).build()));
    framer.begin(true);
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    assertThatThrownBy(() -> {
      for (int from = 0; from < sent.length; from += cut) {
        framer.frame(Unpooled.wrappedBuffer(Arrays.copyOfRange(sent, from, Math.min(sent.length, from + cut))),
            piece -> collect(piece, framed));
      }
    }).isInstanceOf(CorruptBytesException.class);
    assertThat((long) framed.size()).isLessThan(framer.bodyBytes());
    framer.dropHeld();
  }

  /** A source that goes on where another one ended sends the checksums of all segments, and what was held back once more. */
  @Property(tries = 100)
  void goesOnWhereASourceHasEnded(@ForAll @IntRange(min = 1, max = 100) int length, @ForAll @IntRange(min = 0, max = 104) int sent)
      throws IOException {
    MapId map = MapId.parse("attempt_1_0001_m_000000_0").orElseThrow();
    byte[] all = new byte[length + Integer.BYTES];
    new Random(length).nextBytes(all);
    CRC32C crc = new CRC32C();
    crc.update(all, 0, length);
    System.arraycopy(Ints.toByteArray((int) crc.getValue()), 0, all, length, Integer.BYTES);
    SegmentFramer framer =
        new SegmentFramer(List.of(map), REDUCE, List.of(SegmentLength.newBuilder().setPartLength(length).build()));
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    framer.begin(true);
    framer.frame(Unpooled.copiedBuffer(all, 0, Math.min(sent, all.length)), piece -> collect(piece, framed));
    int before = framer.framedBytes().get(0).intValue();
    assertThat(framer.unproven().isPresent()).isEqualTo(before > 0 && before < length);
    framer.begin(true);
    assertThat(framer.sourceBytes(true)).isEqualTo(all.length - before);
    framer.frame(Unpooled.copiedBuffer(all, before, all.length - before), piece -> collect(piece, framed));
    assertThat(framed.toByteArray()).endsWith(Arrays.copyOf(all, length));
    assertThat((long) framed.size()).isEqualTo(framer.bodyBytes());
  }

  private static void collect(ByteBuf piece, ByteArrayOutputStream out) {
    out.writeBytes(ByteBufUtil.getBytes(piece));
    piece.release();
  }
}
