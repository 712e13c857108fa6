package dev.terra.cli.check;

import dev.terra.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** The properties of one of Hadoop's {@code -site.xml} files. References to other files and to properties are not followed. */
final class HadoopSite {
  private static final long MAX_BYTES = 4 << 20;

  private final Map<String, String> properties = new TreeMap<>();

  private HadoopSite(Document document) {
    NodeList found = document.getElementsByTagName("property");
    for (int i = 0; i < found.getLength(); i++) {
      Element property = (Element) found.item(i);
      text(property, "name").ifPresent(name -> properties.put(name, text(property, "value").orElse("")));
    }
  }

  private static Optional<String> text(Element property, String tag) {
    NodeList found = property.getElementsByTagName(tag);
    return found.getLength() == 0 ? Optional.empty() : Optional.of(found.item(0).getTextContent().strip());
  }

  /**
   * Reads a file.
   *
   * @throws ConfigException if it cannot be read or is no XML
   */
  static HadoopSite read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new ConfigException(file, 0, "no such file");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new ConfigException(file, 0, "expected at most " + MAX_BYTES + " bytes");
      }
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      return new HadoopSite(builder.parse(file.toFile()));
    } catch (SAXException e) {
      throw new ConfigException(file, 0, "is no valid XML: " + e.getMessage());
    } catch (IOException | ParserConfigurationException e) {
      throw new ConfigException(file, 0, "cannot be read: " + e.getMessage());
    }
  }

  /** All of them by name. */
  Map<String, String> properties() {
    return properties;
  }

  /** A value, if there is one. */
  Optional<String> get(String name) {
    return Optional.ofNullable(properties.get(name)).filter(value -> !value.isEmpty());
  }
}
