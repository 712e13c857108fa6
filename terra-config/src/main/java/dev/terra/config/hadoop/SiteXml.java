package dev.terra.config.hadoop;

import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads one of Hadoop's {@code -site.xml} files and those that it includes, in the order of their properties, by the rules of Hadoop's own
 * reader: names may be attributes or elements, an empty value counts as missing, blanks belong to a value, a missing include needs a
 * fallback, and includes at any depth are relative to the first file.
 */
final class SiteXml {
  private static final int MAX_BYTES = 4 << 20;
  /** The deepest nesting of includes. Real files nest less deeply; this bound ends files that include themselves. */
  private static final int MAX_DEPTH = 20;

  private final Path file;
  private final Path first;
  private final int depth;
  private final List<Property> properties = new ArrayList<>();
  private final StringBuilder token = new StringBuilder();
  private final Map<String, String> open = new TreeMap<>();
  private boolean inToken;
  private boolean includeIsMissing;
  private boolean inFallback;

  /** A property as the file contains it. */
  record Property(String name, @Nullable String value, boolean isFinal) {}

  private SiteXml(Path file, Path first, int depth) {
    this.file = file;
    this.first = first;
    this.depth = depth;
  }

  /**
   * Returns all properties of a file and of its includes.
   *
   * @throws ConfigException if the file cannot be read or is not valid XML
   */
  static List<Property> read(Path file) {
    return new SiteXml(file, file, 0).read();
  }

  private List<Property> read() {
    if (!Files.isRegularFile(file)) {
      throw new ConfigException(file, 0, "no such file");
    }
    if (depth > MAX_DEPTH) {
      throw new ConfigException(file, 0, "expected includes at most " + MAX_DEPTH + " deep; does a file include itself?");
    }
    try (InputStream in = Files.newInputStream(file)) {
      if (Files.size(file) > MAX_BYTES) {
        throw new ConfigException(file, 0, "expected at most " + MAX_BYTES + " bytes");
      }
      XMLStreamReader reader = factory().createXMLStreamReader(file.toUri().toString(), in);
      while (reader.hasNext()) {
        next(reader, reader.next());
      }
      return properties;
    } catch (XMLStreamException e) {
      throw new ConfigException(file, e.getLocation() == null ? 0 : e.getLocation().getLineNumber(), "is no valid XML: " + problem(e));
    } catch (IOException e) {
      throw new ConfigException(file, 0, Failures.ofFile(file, e));
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "file");
    factory.setXMLReporter((message, type, related, location) -> { });
    return factory;
  }

  /** Returns the problem without its place, with which Java's message begins. */
  private static String problem(XMLStreamException e) {
    return Objects.toString(e.getMessage(), "").replaceFirst("(?s)^ParseError at .*?\\nMessage: ", "").replace('\n', ' ');
  }

  private void next(XMLStreamReader reader, int event) {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> start(reader);
      case XMLStreamConstants.END_ELEMENT -> end(reader.getLocalName());
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
        if (inToken) {
          token.append(reader.getText());
        }
      }
      default -> { }
    }
  }

  private void start(XMLStreamReader reader) {
    switch (reader.getLocalName()) {
      case "property" -> {
        open.clear();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
          open.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
      }
      case "name", "value", "final", "source", "tag" -> {
        inToken = true;
        token.setLength(0);
      }
      case "include" -> include(reader);
      case "fallback" -> inFallback = true;
      default -> { }
    }
  }

  private void end(String element) {
    switch (element) {
      case "name" -> putUnlessEmpty(element, token.toString().trim());
      case "value" -> putUnlessEmpty(element, token.toString());
      case "final" -> open.put(element, token.toString());
      case "include" -> endInclude();
      case "property" -> endProperty();
      default -> { }
    }
  }

  private void putUnlessEmpty(String element, String text) {
    if (token.length() > 0) {
      open.put(element, text);
    }
  }

  private void endProperty() {
    if (open.containsKey("name") && (includeIsMissing || !inFallback)) {
      properties.add(new Property(open.get("name"), open.get("value"), "true".equals(open.get("final"))));
    }
  }

  private void include(XMLStreamReader reader) {
    String href = null;
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      href = reader.getAttributeLocalName(i).equals("href") ? reader.getAttributeValue(i) : href;
    }
    if (href == null) {
      return;
    }
    Path included = place(href);
    if (Files.exists(included)) {
      properties.addAll(new SiteXml(included, first, depth + 1).read());
    } else {
      includeIsMissing = true;
    }
  }

  private Path place(String href) {
    if (href.startsWith("file:")) {
      return Path.of(URI.create(href));
    }
    if (href.matches("[a-z]{2,}:.*")) {
      throw new ConfigException(file, 0, "it includes " + href
          + ", which is no file: a NodeManager would fetch it. Include a copy, or check one");
    }
    return first.toAbsolutePath().resolveSibling(href);
  }

  private void endInclude() {
    if (includeIsMissing && !inFallback) {
      throw new ConfigException(file, 0, "it includes a file that is not there, and has no xi:fallback: a NodeManager does not start");
    }
    includeIsMissing = false;
    inFallback = false;
  }
}
