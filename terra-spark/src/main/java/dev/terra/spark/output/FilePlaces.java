package dev.terra.spark.output;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Where the data of known shuffle files is. Has as many entries as the registry of outputs. Thread-safe. */
public final class FilePlaces {
  private final Map<SparkOutput, Path> places = new ConcurrentHashMap<>();

  /** Notes a file. */
  void put(SparkOutput file, Path data) {
    places.put(file, data);
  }

  /** Forgets a file. */
  void remove(SparkOutput file) {
    places.remove(file);
  }

  /** Forgets an application's files. */
  void removeAll(String application) {
    places.keySet().removeIf(file -> file.application().equals(application));
  }

  /** The data file, if it is known. */
  Optional<Path> find(SparkOutput file) {
    return Optional.ofNullable(places.get(file));
  }
}
