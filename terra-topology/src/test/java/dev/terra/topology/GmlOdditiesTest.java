package dev.terra.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Wan;
import dev.terra.topology.ReadingNotes.Oddity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of content in public GML files that the format's description does not mention. */
class GmlOdditiesTest {
  private static final String NODES = "node [ id 0 label \"A\" ] node [ id 1 label \"B\" ] node [ id 2 label \"C\" ]\n";

  @TempDir Path directory;
  private final ReadingNotes notes = new ReadingNotes();

  private Wan read(String text) throws IOException {
    return Topologies.loadIslands(Files.writeString(directory.resolve("t.gml"), text), notes);
  }

  private static List<String> ids(Wan wan) {
    return wan.sites().stream().map(site -> site.id().name()).toList();
  }

  @Test
  void directedEdgesAreLinksOfOneDirection() throws IOException {
    Wan wan = read("graph [ directed 1\n" + NODES + "edge [ source 0 target 1 bandwidth 10 ] edge [ source 1 target 0 bandwidth 40 ]"
        + " edge [ source 1 target 2 bandwidth 5 ] edge [ source 1 target 2 bandwidth 6 ] ]");

    assertThat(wan.links()).hasSize(3);
    assertThat(wan.link(LinkId.of("A", "B")).orElseThrow().capacity().megabitsPerSecond()).isEqualTo(10);
    assertThat(wan.link(LinkId.of("B", "A")).orElseThrow().capacity().megabitsPerSecond()).isEqualTo(40);
    assertThat(wan.link(LinkId.of("B", "C")).orElseThrow().capacity().megabitsPerSecond()).isEqualTo(11);
    assertThat(wan.link(LinkId.of("C", "B"))).isEmpty();
  }

  @Test
  void aOneWayRingIsReadAsOne() throws IOException {
    Wan ring = read("graph [ directed 1\n" + NODES + "edge [ source 0 target 1 ] edge [ source 1 target 2 ] edge [ source 2 target 0 ] ]");

    assertThat(ring.links()).extracting(link -> link.id().toString()).containsExactlyInAnyOrder("A:B", "B:C", "C:A");
    assertThat(Topologies.load(directory.resolve("t.gml")).links()).hasSize(3);
  }

  @Test
  void directedZeroIsAsIfItWereNotThere() throws IOException {
    assertThat(read("graph [ directed 0\n" + NODES + "edge [ source 0 target 1 ] ]").links()).hasSize(2);
    assertThatThrownBy(() -> read("graph [ directed 2\n" + NODES + "]")).hasMessageContaining("'directed' to be 0 or 1");
  }

  @Test
  void selfLoopsAreLeftOutAndCounted() throws IOException {
    Wan wan = read("graph [\n" + NODES + "edge [ source 0 target 0 ] edge [ source 0 target 1 bandwidth 7 ] edge [ source 2 target 2 ] ]");

    assertThat(wan.links()).hasSize(2).allMatch(link -> link.capacity().megabitsPerSecond() == 7);
    assertThat(notes.of(Oddity.SELF_LOOP)).isEqualTo(2);
    assertThat(notes.of(Oddity.ASSUMED_CAPACITY)).isZero();
    assertThat(notes.summary()).isEqualTo("edges that join a node with itself, left out: 2");
  }

  @Test
  void longLabelsAreCutToDistinctIds() throws IOException {
    String label = "x".repeat(70);
    Wan wan = read("graph [ node [ id 0 label \"%s\" ] node [ id 1 label \"%sy\" ] node [ id 2 ] ]".formatted(label, label));

    assertThat(ids(wan)).doesNotHaveDuplicates().allMatch(id -> id.length() <= 64);
    assertThat(wan.sites().get(0).city()).isEqualTo(label);
    assertThat(notes.of(Oddity.LONG_LABEL)).isEqualTo(2);
    assertThat(notes.of(Oddity.EMPTY_LABEL)).isEqualTo(1);
  }

  @Test
  void idsAreDistinctEvenWhereALabelLooksLikeAnotherOnesId() throws IOException {
    Wan wan = read("graph [ node [ id 0 label \"A\" ] node [ id 1 label \"A-2\" ] node [ id 2 label \"A\" ] node [ id 3 label \"\" ]"
        + " node [ id 4 label \"node3\" ] ]");

    assertThat(ids(wan)).doesNotHaveDuplicates().startsWith("A", "A-2");
  }

  @Test
  void otherScriptsBecomeReadable() throws IOException {
    Wan wan = read("graph [ node [ id 0 label \"\u041c\u043e\u0441\u043a\u0432\u0430\" ] node [ id 1 label \"\u5317\u4eac\" ]"
        + " node [ id 2 label \"K&#248;benhavn\" ] node [ id 3 label \"M&#xFC;nchen &amp; Umland\" ] ]");

    assertThat(ids(wan)).containsExactly("Moskva", "Bei_Jing", "Kobenhavn", "Munchen_Umland");
    assertThat(wan.sites().get(3).city()).isEqualTo("M\u00fcnchen & Umland");
  }

  @Test
  void aTextMayRunOverSeveralLines() throws IOException {
    Wan wan = read("graph [\n  Note \"two\n  lines # and [ brackets ]\"\n" + NODES + "]");

    assertThat(ids(wan)).containsExactly("A", "B", "C");
    assertThatThrownBy(() -> read("graph [\n  Note \"one\n" + "node [ id x ]\n edge [ source 0 target 9 ] ]"))
        .hasMessageContaining("t.gml:2: the file ends inside the text");
  }

  @Test
  void linesAreCountedAcrossTextsOfSeveralLines() {
    assertThatThrownBy(() -> read("graph [\n  Note \"a\nb\nc\"\n" + NODES + "  edge [ source 0 target 9 ]\n]"))
        .hasMessageContaining("t.gml:6: edge names the unknown node id 9");
  }

  @Test
  void quotedBracketsAreText() throws IOException {
    assertThat(ids(read("graph [ label \"]\" node [ id 0 label \"[\" ] node [ id 1 label \"]\" ] ]"))).hasSize(2).doesNotHaveDuplicates();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
      "edge [ source 0 target 1 bandwidth 1 bandwidth 2 ] | 'bandwidth' is given twice",
      "node [ id 8 id 9 ]                                 | 'id' is given twice",
      "edge [ source 0 target 1 bandwidth NaN ]           | 'bandwidth' to be a finite number, got 'NaN'",
      "edge [ source 0 target 1 latency_ms Infinity ]     | 'latency_ms' to be a finite number",
      "edge [ source 0 target 1 LinkSpeedRaw 1e999 ]      | 'LinkSpeedRaw' to be a finite number"})
  void numbersAndKeysAreChecked(String part, String message) {
    assertThatThrownBy(() -> read("graph [\n" + NODES + part + " ]")).isInstanceOf(ConfigException.class).hasMessageContaining(message);
  }

  @Test
  void oneGraphIsExpected() {
    assertThatThrownBy(() -> read("graph [ " + NODES + " ] graph [ ]")).hasMessageContaining("expected one 'graph [ ... ]', got 2");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheText() throws IOException {
    assertThat(read("\uFEFFgraph [ " + NODES + "]").sites()).hasSize(3);
  }

  @Test
  void textThatIsNotUtf8IsNamed() throws IOException {
    Path file = Files.write(directory.resolve("l.gml"), "graph [ label \"\u00fc\" ]".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> Topologies.load(file)).hasMessageContaining("l.gml: is not UTF-8 text");
  }
}
