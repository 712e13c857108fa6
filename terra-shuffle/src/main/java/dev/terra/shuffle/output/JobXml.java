package dev.terra.shuffle.output;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads single properties of a Hadoop configuration file that a user wrote. It supports no DTDs and no entities, and resolves nothing. */
final class JobXml {
  private JobXml() {}

  /** Returns the last value of a property, which is the value that Hadoop takes. */
  static Optional<String> property(InputStream in, String name) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      return property(factory.createXMLStreamReader(in), name);
    } catch (XMLStreamException e) {
      throw new IOException("the configuration is not readable: " + Failures.inWords(e), e);
    }
  }

  private static Optional<String> property(XMLStreamReader reader, String name) throws XMLStreamException {
    Optional<String> found = Optional.empty();
    String current = "";
    while (reader.hasNext()) {
      if (reader.next() != XMLStreamReader.START_ELEMENT) {
        continue;
      }
      String element = reader.getLocalName();
      if (element.equals("name")) {
        current = reader.getElementText().trim();
      } else if (element.equals("value")) {
        String value = reader.getElementText().trim();
        found = current.equals(name) ? Optional.of(value) : found;
      }
    }
    return found;
  }

  static Optional<Integer> positive(String text) {
    try {
      return Optional.of(Integer.valueOf(text)).filter(number -> number > 0);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
