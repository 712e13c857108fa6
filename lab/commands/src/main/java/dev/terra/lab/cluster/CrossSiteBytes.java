package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The bytes that each shuffle has for other sites, as the controller counts them. They include small shuffles that
 * never reach a tunnel. An application has several shuffles; if it stays for the next job, its shuffles belong to
 * several jobs.
 */
public record CrossSiteBytes(Map<String, Long> byShuffle) {
  /** The value where the controller's figures are not available. */
  public static final CrossSiteBytes UNKNOWN = new CrossSiteBytes(Map.of());

  /** Reads the output of {@code ./terra shuffles --json}. */
  public static CrossSiteBytes of(JsonNode shuffles) {
    return new CrossSiteBytes(Streams.stream(shuffles.path("shuffles")).collect(Collectors.toMap(shuffle -> shuffle.path("id").asText(),
        shuffle -> shuffle.path("producedBytes").asLong() - shuffle.path("sameSiteBytes").asLong()
            - shuffle.path("unplacedBytes").asLong())));
  }

  /** Returns these bytes without the shuffles that existed before. */
  public CrossSiteBytes since(CrossSiteBytes before) {
    return new CrossSiteBytes(byShuffle.entrySet().stream().filter(shuffle -> !before.byShuffle.containsKey(shuffle.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** Returns the bytes of all shuffles of an application together; empty if it has no shuffle. */
  public OptionalLong of(String application) {
    String job = application.replace("application_", "job_");
    return byShuffle.entrySet().stream().filter(shuffle -> shuffle.getKey().equals(job) || shuffle.getKey().startsWith(job + "_"))
        .mapToLong(Map.Entry::getValue).reduce(Long::sum);
  }
}
