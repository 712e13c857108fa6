package dev.terra.lab.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * What PIT says of the mutants of some classes.
 *
 * @param mutants how many changes of the code were tried
 * @param killed how many of them some test noticed, by a failure or by not ending
 * @param survivors those that no test noticed, by class
 */
record MutationReport(int mutants, int killed, Map<String, Integer> survivors) {
  static final MutationReport NOTHING = new MutationReport(0, 0, Map.of());

  MutationReport {
    survivors = Map.copyOf(survivors);
  }

  /** Both together. */
  MutationReport plus(MutationReport other) {
    Map<String, Integer> all = new TreeMap<>(survivors);
    other.survivors.forEach((name, count) -> all.merge(name, count, Integer::sum));
    return new MutationReport(mutants + other.mutants, killed + other.killed, all);
  }

  double killedPercent() {
    return mutants == 0 ? 0 : 100.0 * killed / mutants;
  }

  /**
   * Reads PIT's {@code mutations.xml}.
   *
   * @throws IOException if there is none, or it is not whole
   */
  static MutationReport read(Path file) throws IOException {
    int mutants = 0;
    int killed = 0;
    boolean detected = false;
    Map<String, Integer> survivors = new TreeMap<>();
    try (InputStream in = Files.newInputStream(file)) {
      XMLInputFactory factory = XMLInputFactory.newInstance();
      factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
      XMLStreamReader reader = factory.createXMLStreamReader(in);
      while (reader.hasNext()) {
        if (reader.next() != XMLStreamConstants.START_ELEMENT) {
          continue;
        }
        if (reader.getLocalName().equals("mutation")) {
          mutants++;
          detected = Boolean.parseBoolean(reader.getAttributeValue(null, "detected"));
          killed += detected ? 1 : 0;
        } else if (reader.getLocalName().equals("mutatedClass") && !detected) {
          survivors.merge(reader.getElementText(), 1, Integer::sum);
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException(file + ": not a whole report: " + e.getMessage(), e);
    }
    return new MutationReport(mutants, killed, survivors);
  }
}
