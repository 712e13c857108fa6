package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.collect.Streams;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What each shuffle has for other sites, as the controller knows it: small ones that never reach a tunnel, too. An application has several
 * shuffles, and where it stays for the next job, those of several jobs.
 */
public record CrossSiteBytes(Map<String, Long> byShuffle) {
  /** Where it cannot be seen. */
  public static final CrossSiteBytes UNKNOWN = new CrossSiteBytes(Map.of());

  /** Reads what {@code ./terra shuffles --json} prints. */
  public static CrossSiteBytes of(JsonNode shuffles) {
    return new CrossSiteBytes(Streams.stream(shuffles.path("shuffles")).collect(Collectors.toMap(shuffle -> shuffle.path("id").asText(),
        shuffle -> shuffle.path("producedBytes").asLong() - shuffle.path("sameSiteBytes").asLong()
            - shuffle.path("unplacedBytes").asLong())));
  }

  /** Without the shuffles that were there before. */
  public CrossSiteBytes since(CrossSiteBytes before) {
    return new CrossSiteBytes(byShuffle.entrySet().stream().filter(shuffle -> !before.byShuffle.containsKey(shuffle.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** All shuffles of an application together; empty if there is none. */
  public OptionalLong of(String application) {
    String job = application.replace("application_", "job_");
    return byShuffle.entrySet().stream().filter(shuffle -> shuffle.getKey().equals(job) || shuffle.getKey().startsWith(job + "_"))
        .mapToLong(Map.Entry::getValue).reduce(Long::sum);
  }
}
