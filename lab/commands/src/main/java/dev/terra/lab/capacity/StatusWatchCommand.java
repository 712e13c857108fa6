package dev.terra.lab.capacity;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.client.StatusClient;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;
import dev.terra.api.v1.StatusRequest;
import dev.terra.controller.Addresses;
import io.grpc.InsecureChannelCredentials;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A hidden command that runs beside a testbed's controller and prints the controller's view of capacities five times a
 * second, as one line of JSON each: {@code {"links":{"A:B":{"measured":B/s,"allocated":B/s}},"shuffles":{"id":seconds
 * left at the current rates}}}.
 */
@Command(name = "status-watch", hidden = true, description = "Prints what a controller knows of capacities, again and again.")
public final class StatusWatchCommand implements Callable<Integer> {
  private static final long PAUSE_MILLIS = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Option(names = "--controller", required = true)
  private String controller;

  @Override
  public Integer call() throws InterruptedException {
    ObjectMapper json = new ObjectMapper();
    try (StatusClient client = new StatusClient(Addresses.parse("--controller", controller), InsecureChannelCredentials.create())) {
      while (!System.out.checkError()) {
        System.out.println(line(json, client.status(StatusRequest.getDefaultInstance(), PATIENCE)));
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    return 0;
  }

  static ObjectNode line(ObjectMapper json, Status status) {
    ObjectNode root = json.createObjectNode();
    ObjectNode links = root.putObject("links");
    status.getLinksList().forEach(link -> {
      ObjectNode figures = links.putObject(link.getFrom() + ":" + link.getTo());
      if (link.hasMeasuredBytesPerSecond()) {
        figures.put("measured", link.getMeasuredBytesPerSecond());
      }
      figures.put("allocated", link.getAllocatedBytesPerSecond());
    });
    ObjectNode shuffles = root.putObject("shuffles");
    status.getShufflesList().stream().filter(shuffle -> !shuffle.getEnded()).forEach(shuffle -> {
      double seconds = secondsLeft(shuffle);
      if (Double.isFinite(seconds)) {
        shuffles.put(shuffle.getId(), seconds);
      }
    });
    return root;
  }

  /** Returns the seconds until the shuffle's last bundle is done at the current rates, infinity while a bundle waits. */
  static double secondsLeft(ShuffleStatus shuffle) {
    return shuffle.getBundlesList().stream().mapToDouble(StatusWatchCommand::secondsLeft).max().orElse(0);
  }

  private static double secondsLeft(BundleStatus bundle) {
    long left = bundle.getExpectedBytes() - bundle.getAcknowledgedBytes() - bundle.getWithdrawnBytes();
    return left <= 0 ? 0 : left / bundle.getRatesList().stream().mapToDouble(RateOnPath::getBytesPerSecond).sum();
  }
}
