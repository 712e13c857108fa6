package dev.terra.node.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Ints;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.ProducerOutput;
import dev.terra.api.v1.SegmentLength;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Tests of segments and their checksums, in whatever pieces they arrive. */
class SegmentStreamTest {
  /** A sink that keeps the bytes that were passed on, segment by segment. */
  private static final class Passed implements SegmentStream.Sink {
    private final List<ByteArrayOutputStream> segments = new ArrayList<>();
    private final List<Integer> entered = new ArrayList<>();
    private List<SegmentLength> lengths = List.of();

    @Override
    public void lengths(List<SegmentLength> all) {
      assertThat(lengths).as("told once").isEmpty();
      lengths = all;
    }

    @Override
    public void segment(int index) {
      entered.add(index);
      segments.add(new ByteArrayOutputStream());
    }

    @Override
    public void bytes(ByteBuf part) {
      segments.get(segments.size() - 1).writeBytes(ByteBufUtil.getBytes(part));
      part.release();
    }

    List<byte[]> all() {
      return segments.stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    int size() {
      return segments.stream().mapToInt(ByteArrayOutputStream::size).sum();
    }
  }

  private static ProducerOutput output(int number) {
    return ProducerOutput.newBuilder().setProducer(number).build();
  }

  private static List<ProducerOutput> outputs(int count) {
    return IntStream.range(0, count).mapToObj(SegmentStreamTest::output).toList();
  }

  private static FetchHead.Builder head(List<byte[]> segments) {
    FetchHead.Builder head = FetchHead.newBuilder().setChecksums(true);
    for (byte[] segment : segments) {
      head.addSegments(SegmentLength.newBuilder().setOutput(output(head.getSegmentsCount())).setPartLength(segment.length));
    }
    return head;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  private static byte[] sent(List<byte[]> segments, boolean checked) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] segment : segments) {
      out.writeBytes(segment);
      if (checked) {
        out.writeBytes(Ints.toByteArray(crc(segment, segment.length)));
      }
    }
    return out.toByteArray();
  }

  private static List<byte[]> segments(List<Integer> lengths, long seed) {
    Random random = new Random(seed);
    return lengths.stream().map(length -> {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      return bytes;
    }).toList();
  }

  private static void take(SegmentStream stream, byte[] bytes, int cut, Passed passed) throws CorruptBytesException {
    for (int from = 0; from < bytes.length; from += cut) {
      ByteBuf in = Unpooled.wrappedBuffer(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + cut)));
      stream.take(in, passed);
      in.release();
    }
  }

  @Property(tries = 200)
  void passesOnSegmentsAsTheyWere(@ForAll @Size(min = 1, max = 8) List<@IntRange(max = 50) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 60) int cut, @ForAll long seed, @ForAll boolean checked) throws IOException {
    List<byte[]> segments = segments(lengths, seed);
    byte[] sent = sent(segments, checked);
    SegmentStream stream = new SegmentStream(outputs(segments.size()));
    Passed passed = new Passed();
    assertThat(stream.hasBegun()).isFalse();
    assertThat(stream.isWhole()).isFalse();
    stream.begin(head(segments).setChecksums(checked).build(), sent.length, passed);
    stream.take(Unpooled.EMPTY_BUFFER, passed);
    take(stream, sent, cut, passed);
    stream.take(Unpooled.EMPTY_BUFFER, passed);
    assertThat(passed.all()).usingElementComparator(Arrays::compare).isEqualTo(segments);
    assertThat(passed.entered).isEqualTo(IntStream.range(0, segments.size()).boxed().toList());
    assertThat(passed.lengths).isEqualTo(head(segments).getSegmentsList());
    assertThat(stream.isWhole()).isTrue();
    assertThat(stream.takenBytes()).isEqualTo(passed.size());
    assertThat(stream.taken()).isEqualTo(lengths.stream().map(Integer::longValue).toList());
    assertThat(stream.takenChecksums()).isEqualTo(segments.stream().map(segment -> crc(segment, segment.length)).toList());
    assertThat(stream.unproven()).isEmpty();
  }

  /** If any byte of a segment or of its checksum changes, the last bytes of the segment are not passed on. */
  @Property(tries = 200)
  void passesNoSegmentWholeThatHasChanged(@ForAll @IntRange(min = 1, max = 200) int length, @ForAll @IntRange(min = 1, max = 60) int cut,
      @ForAll @IntRange(min = 0, max = 203) int where, @ForAll byte change) throws IOException {
    List<byte[]> segments = List.of(new byte[length]);
    byte[] sent = sent(segments, true);
    sent[where % sent.length] ^= change == 0 ? 1 : change;
    SegmentStream stream = new SegmentStream(outputs(1));
    Passed passed = new Passed();
    stream.begin(head(segments).build(), sent.length, passed);
    assertThatThrownBy(() -> take(stream, sent, cut, passed)).isInstanceOf(CorruptBytesException.class)
        .hasMessage("segment 0 of the answer, " + length + " bytes");
    assertThat(passed.size()).isLessThan(length);
    stream.dropHeld();
  }

  /** The next agent sends the checksums of all segments, and sends again the bytes that were held back. */
  @Property(tries = 100)
  void goesOnWhereAnAgentHasEnded(@ForAll @IntRange(min = 1, max = 100) int length, @ForAll @IntRange(min = 0, max = 104) int first)
      throws IOException {
    List<byte[]> segments = segments(List.of(length, 3), length);
    byte[] sent = sent(segments, true);
    SegmentStream stream = new SegmentStream(outputs(2));
    Passed passed = new Passed();
    stream.begin(head(segments).build(), sent.length, passed);
    take(stream, Arrays.copyOf(sent, Math.min(first, length + 2)), 1_000, passed);
    int before = first < length ? first : 0;
    assertThat(stream.takenBytes()).isEqualTo(passed.size());
    assertThat(passed.size()).isEqualTo(before);
    assertThat(stream.unproven()).isEqualTo(before == 0 ? Optional.empty()
        : Optional.of(new SegmentStream.Unproven(0, before, crc(segments.get(0), before))));
    stream.dropHeld();
    byte[] rest = Arrays.copyOfRange(sent, before, sent.length);
    stream.begin(head(segments).setResumed(before > 0).build(), rest.length, passed);
    take(stream, rest, 7, passed);
    assertThat(passed.all()).usingElementComparator(Arrays::compare).isEqualTo(segments);
    assertThat(passed.entered).containsExactly(0, 1);
    assertThat(stream.isWhole()).isTrue();
  }

  private static void refuses(FetchHead.Builder head, long contentBytes, String reason) {
    assertThatThrownBy(() -> new SegmentStream(outputs(2)).begin(head.build(), contentBytes, new Passed())).isInstanceOf(IOException.class)
        .hasMessageContaining(reason);
  }

  @Example
  void refusesAHeadThatIsNotOfTheRequest() {
    List<byte[]> two = List.of(new byte[4], new byte[5]);
    refuses(head(List.of(new byte[9])), 17, "other segments than requested: 1 instead of 2");
    refuses(head(two).setSegments(1, SegmentLength.newBuilder().setOutput(output(7)).setPartLength(5)), 17, "other segments");
    refuses(head(two).setSegments(1, SegmentLength.newBuilder().setOutput(output(1)).setPartLength(-1)), 11, "negative length");
    refuses(head(two).setSegments(1, SegmentLength.newBuilder().setOutput(output(1)).setPartLength(5).setRawLength(-1)), 17,
        "negative length");
    refuses(head(two), 16, "contradict the content's 16 bytes");
    refuses(head(two).setChecksums(false), 17, "contradict the content's 17 bytes");
    refuses(head(two).setResumed(true), 17, "not the rest of an answer of which 0 bytes");
    assertThatThrownBy(() -> refuses(head(two).setSegments(1,
        SegmentLength.newBuilder().setOutput(output(1)).setPartLength(Long.MAX_VALUE)), 17, "")).hasMessageContaining("overflow");
  }

  @Example
  void refusesAnAgentThatBeginsAgainOrWithOtherLengths() throws IOException {
    List<byte[]> two = List.of(new byte[4], new byte[5]);
    SegmentStream stream = new SegmentStream(outputs(2));
    Passed passed = new Passed();
    stream.begin(head(two).build(), 17, passed);
    take(stream, new byte[3], 3, passed);
    assertThat(stream.progress()).isEqualTo("segment 1 of 2, 3 bytes in all");
    assertThatThrownBy(() -> stream.begin(head(two).build(), 17, passed)).hasMessageContaining("of which 3 bytes have been passed on");
    assertThatThrownBy(() -> stream.begin(head(List.of(new byte[5], new byte[4])).setResumed(true).build(), 14, passed))
        .hasMessageContaining("not the rest");
    stream.begin(head(two).setResumed(true).build(), 14, passed);
  }

  @Example
  void anEmptyStreamIsWholeWithItsHead() throws IOException {
    SegmentStream stream = new SegmentStream(outputs(1));
    assertThat(stream.progress()).isEqualTo("the lengths");
    Passed passed = new Passed();
    stream.begin(head(List.of(new byte[0])).setChecksums(false).build(), 0, passed);
    assertThat(stream.isWhole()).isFalse();
    stream.take(Unpooled.EMPTY_BUFFER, passed);
    assertThat(stream.isWhole()).isTrue();
    assertThat(passed.entered).containsExactly(0);
  }
}
