package dev.terra.cli.status;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.v1.BundleStatus;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleStatus;
import dev.terra.api.v1.Status;

/** Makes the output of {@code shuffles --json}. Sizes are in bytes; times are in seconds since the controller started. */
final class ShufflesJson {
  private ShufflesJson() {}

  static ObjectNode of(Status status) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("wan", status.getWan());
    root.put("uptimeSeconds", status.getUptimeSeconds());
    ArrayNode shuffles = root.putArray("shuffles");
    status.getShufflesList().forEach(shuffle -> shuffle(shuffles.addObject(), shuffle));
    return root;
  }

  private static void shuffle(ObjectNode json, ShuffleStatus shuffle) {
    json.put("id", shuffle.getId());
    json.put("state", ShuffleView.state(shuffle));
    json.put("failure", shuffle.getFailure().isEmpty() ? null : shuffle.getFailure());
    json.put("queue", shuffle.getQueue().isEmpty() ? null : shuffle.getQueue());
    json.put("weight", shuffle.getWeight());
    json.put("priority", shuffle.getPriority());
    json.put("deadlineSeconds", shuffle.hasDeadlineSeconds() ? shuffle.getDeadlineSeconds() : null);
    json.put("deadlineProblem", shuffle.getDeadlineProblem().isEmpty() ? null : shuffle.getDeadlineProblem());
    json.put("arrivalSeconds", shuffle.getArrivalSeconds());
    json.put("startSeconds", shuffle.hasStartSeconds() ? shuffle.getStartSeconds() : null);
    json.put("finishSeconds", shuffle.hasFinishSeconds() ? shuffle.getFinishSeconds() : null);
    json.put("gammaSeconds", shuffle.getGammaSeconds());
    json.put("producedBytes", shuffle.getProducedBytes());
    json.put("sameSiteBytes", shuffle.getSameSiteBytes());
    json.put("unplacedBytes", shuffle.getUnplacedBytes());
    json.put("compressSeconds", ShuffleView.compressSeconds(shuffle));
    json.put("restoreSeconds", shuffle.getRestoreSeconds());
    ArrayNode bundles = json.putArray("bundles");
    shuffle.getBundlesList().forEach(bundle -> bundle(bundles.addObject(), shuffle, bundle));
  }

  private static void bundle(ObjectNode json, ShuffleStatus shuffle, BundleStatus bundle) {
    json.put("from", bundle.getFrom());
    json.put("to", bundle.getTo());
    json.put("state", ShuffleView.state(shuffle, bundle));
    json.put("bytes", ShuffleView.bytes(bundle));
    json.put("expectedBytes", bundle.getExpectedBytes());
    json.put("sentBytes", bundle.getAcknowledgedBytes());
    json.put("otherwiseBytes", bundle.getWithdrawnBytes());
    json.put("leftBytes", ShuffleView.left(bundle));
    json.put("wireBytes", ShuffleView.wireBytes(bundle));
    ArrayNode rates = json.putArray("rates");
    for (RateOnPath rate : bundle.getRatesList()) {
      ObjectNode onPath = rates.addObject();
      ArrayNode path = onPath.putArray("path");
      rate.getPath().getSitesList().forEach(path::add);
      onPath.put("bytesPerSecond", rate.getBytesPerSecond());
    }
  }
}
