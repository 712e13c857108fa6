package dev.terra.testbed.hadoop;

import java.util.Map;

/** Writes configuration files in Hadoop's format. */
public final class HadoopXml {
  private HadoopXml() {}

  /** Returns a file with these properties, in their order. */
  public static String of(Map<String, String> properties) {
    StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    properties.forEach((name, value) -> text.append("  <property><name>").append(escape(name)).append("</name><value>")
        .append(escape(value)).append("</value></property>\n"));
    return text.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
