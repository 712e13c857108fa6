package dev.terra.lab.capacity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.core.wan.LinkId;
import dev.terra.lab.bed.Commands;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.Children;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** A record of a testbed's controller's view of capacities since the watch began. Closing it ends the watch. */
final class ControllerWatch implements AutoCloseable {
  private static final int MEGABYTES = 128;
  /** The most samples that are kept: five a second, for an hour. */
  private static final int MAX_SAMPLES = 18_000;

  private final Process process;
  private final Thread reader;
  private final long startNanos = System.nanoTime();
  private final List<Sample> samples = new ArrayList<>();

  /** The controller's view at a moment of this watch's clock. */
  record Sample(double atSeconds, JsonNode known) {
    /** Returns the measured capacity of a link, IP bytes/s. */
    OptionalDouble measured(LinkId link) {
      JsonNode figure = known.path("links").path(link.toString()).path("measured");
      return figure.isNumber() ? OptionalDouble.of(figure.asDouble()) : OptionalDouble.empty();
    }

    /** Returns the rate that is planned on a link, payload bytes/s. */
    double allocated(LinkId link) {
      return known.path("links").path(link.toString()).path("allocated").asDouble();
    }

    /**
     * Returns the time that a shuffle still takes at the rates of that moment; empty while a part of it waits, or if
     * there is no such shuffle.
     */
    OptionalDouble secondsLeft(String shuffle) {
      JsonNode seconds = known.path("shuffles").path(shuffle);
      return seconds.isNumber() ? OptionalDouble.of(seconds.asDouble()) : OptionalDouble.empty();
    }
  }

  ControllerWatch(Testbed testbed) throws IOException {
    List<String> command = new ArrayList<>(Commands.laboratory(MEGABYTES));
    command.add("status-watch");
    command.addAll(Cluster.controllerOptions(testbed.directory(), testbed.addresses()));
    process = testbed.command(testbed.addresses().core().name(), command)
        .redirectError(testbed.directory().file("log", "core-status-watch.log").toFile()).start();
    reader = new Thread(this::read, "status-watch");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    ObjectMapper json = new ObjectMapper();
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        add(new Sample(now(), json.readTree(line)));
      }
    } catch (IOException e) {
      return; // the watch was closed
    }
  }

  private synchronized void add(Sample sample) {
    if (samples.size() < MAX_SAMPLES) {
      samples.add(sample);
    }
    notifyAll();
  }

  /** Returns the seconds since the watch began. */
  double now() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** Returns all samples from a moment on. */
  synchronized List<Sample> since(double seconds) {
    return samples.stream().filter(sample -> sample.atSeconds >= seconds).toList();
  }

  @Override
  public void close() {
    Children.end(process);
  }
}
