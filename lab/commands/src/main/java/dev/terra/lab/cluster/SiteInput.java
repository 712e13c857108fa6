package dev.terra.lab.cluster;

import com.google.common.primitives.Doubles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes one site's share of the input of jobs. */
public interface SiteInput {
  /**
   * One site's part.
   *
   * @param name the site
   * @param host a worker host there
   * @param index from 0
   * @param sites how many there are
   */
  record Share(String name, String host, int index, int sites) {
    /** A seed that depends only on the site and the job. */
    public long seed(String job) {
      return 31L * job.hashCode() + name.hashCode();
    }

    /** How much of the input it has, where 1 is an even share: as {@code TERRA_INPUT_SHARES} says, such as 60,20,10,5,5. */
    public double weight() {
      String text = System.getenv().getOrDefault("TERRA_INPUT_SHARES", "");
      List<Double> parts = Stream.of(text.split(",")).map(Doubles::tryParse).filter(part -> part != null && part > 0).toList();
      if (!text.isEmpty() && (parts.size() != sites || text.split(",").length != sites)) {
        throw new IllegalArgumentException(
            "TERRA_INPUT_SHARES: expected a number above 0 for each of " + sites + " sites, got '" + text + "'");
      }
      return text.isEmpty() ? 1 : parts.get(index) / parts.stream().mapToDouble(Double::doubleValue).sum() * sites;
    }
  }

  /** Writes files below a local folder; it becomes the folder of inputs in HDFS, merged over all sites. */
  void write(Path folder, Share share) throws IOException, InterruptedException;
}
