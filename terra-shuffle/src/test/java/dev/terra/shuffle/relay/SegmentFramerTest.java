package dev.terra.shuffle.relay;

import static org.assertj.core.api.Assertions.assertThat;

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
      @ForAll @IntRange(min = 1, max = 60) int cut, @ForAll long seed) throws IOException {
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
    }
    SegmentFramer framer = new SegmentFramer(maps, REDUCE, segments);
    byte[] framed = frame(framer, data.toByteArray(), cut);
    assertThat(framer.framedBytes()).isEqualTo(lengths.stream().map(Integer::longValue).toList());
    assertThat(framer.framedChecksums()).isEqualTo(checksums);
    assertThat(framed).isEqualTo(expected.toByteArray());
    assertThat(framer.bodyBytes()).isEqualTo(expected.size());
    assertThat(framer.payloadBytes()).isEqualTo(data.size());
  }

  private static byte[] frame(SegmentFramer framer, byte[] data, int cut) {
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    long taken = framer.frame(Unpooled.EMPTY_BUFFER, piece -> collect(piece, framed));
    assertThat(framer.framedBytes()).containsOnly(0L);
    for (int from = 0; from < data.length; from += cut) {
      ByteBuf in = Unpooled.wrappedBuffer(Arrays.copyOfRange(data, from, Math.min(data.length, from + cut)));
      taken += framer.frame(in, piece -> collect(piece, framed));
      assertThat(framer.framedBytes().stream().mapToLong(Long::longValue).sum()).isEqualTo(taken);
      assertThat(in.isReadable()).isFalse();
      in.release();
    }
    assertThat(taken).isEqualTo(data.length);
    return framed.toByteArray();
  }

  private static void collect(ByteBuf piece, ByteArrayOutputStream out) {
    out.writeBytes(ByteBufUtil.getBytes(piece));
    piece.release();
  }
}
