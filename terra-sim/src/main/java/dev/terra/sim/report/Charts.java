package dev.terra.sim.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The charts of a page. Each chart has a place in the page. Its figures are at the end of the page, as JSON, for the script that draws
 * them. Script and style come from the dashboard's build and are part of the page, so that it needs no other file.
 */
final class Charts {
  /** The labels of the axes of a chart. */
  record Axes(String x, String y) {}

  /** A line of points with ascending x; lines of one colour belong together. */
  record Line(String name, int colour, List<double[]> points) {}

  /** A bar with its value. */
  record Bar(String name, double value) {}

  /** A period of time; each period has a row, from the top. */
  record Span(double from, double to, String title) {}

  private static final String FOLDER = "/dev/terra/report/";

  private final ArrayNode charts = JsonNodeFactory.instance.arrayNode();

  /** Adds lines over a linear or logarithmic x; returns the chart's place. */
  String lines(Axes axes, List<Line> lines, boolean logarithmic) {
    ArrayNode series = charts.addObject().put("kind", "lines").put("logarithmic", logarithmic).put("x", axes.x()).put("y", axes.y())
        .putArray("series");
    for (Line line : lines) {
      ArrayNode points = series.addObject().put("name", line.name()).put("colour", line.colour()).putArray("points");
      line.points().forEach(point -> points.addArray().add(point[0]).add(point[1]));
    }
    return place();
  }

  /** Adds bars side by side, each with its value above; returns the chart's place. */
  String bars(String yName, List<Bar> bars) {
    ArrayNode list = charts.addObject().put("kind", "bars").put("y", yName).putArray("bars");
    bars.forEach(bar -> list.addObject().put("name", bar.name()).put("value", bar.value()));
    return place();
  }

  /** Adds periods of time, one row each; returns the chart's place. */
  String spans(String xName, List<Span> spans, int colour) {
    ArrayNode list = charts.addObject().put("kind", "spans").put("x", xName).put("colour", colour).putArray("spans");
    spans.forEach(span -> list.addObject().put("from", span.from()).put("to", span.to()).put("title", span.title()));
    return place();
  }

  private String place() {
    return "<div id='chart-" + (charts.size() - 1) + "'></div>";
  }

  /** Returns what the page's head needs. */
  static String style() {
    return "<style>\n" + resource("report.css") + "</style>";
  }

  /** Returns what the page ends with: the figures, and the script that draws them. */
  String script() {
    return "<script type='application/json' id='charts'>" + charts.toString().replace("<", "\\u003c") + "</script>\n<script>\n"
        + resource("report.js") + "</script>";
  }

  private static String resource(String name) {
    try (InputStream in = Charts.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException(FOLDER + name + " is missing: terra-dashboard was not built");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a text with HTML's special characters escaped. */
  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;");
  }
}
