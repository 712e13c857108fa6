package dev.terra.cli.status;

import com.google.common.base.Splitter;
import dev.terra.api.client.RpcProblem;
import dev.terra.api.client.StatusClient;
import dev.terra.controller.Addresses;
import io.grpc.ChannelCredentials;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.List;

/** Sends a request to one controller after another, over the agents' port, until one answers: controllers that stand by do not answer. */
final class EachController {
  private static final Splitter COMMAS = Splitter.on(',').trimResults();

  private EachController() {}

  /** A request to a controller. */
  interface Question {
    void of(StatusClient client) throws IOException;
  }

  /**
   * Returns why no controller answered.
   *
   * @param plain whether the requests were sent without TLS
   */
  static String inWords(StatusRuntimeException failure, boolean plain, String controllers) {
    List<String> addresses = COMMAS.splitToList(controllers);
    return RpcProblem.inWords(failure, plain, Addresses.parse("--controller", addresses.get(addresses.size() - 1)));
  }

  /**
   * Sends the request.
   *
   * @param controllers {@code HOST:PORT}, with commas between
   * @throws StatusRuntimeException if no controller answers: the failure of the last one
   */
  static void of(String controllers, ChannelCredentials credentials, Question question) throws IOException {
    List<String> addresses = COMMAS.splitToList(controllers);
    for (int i = 0; i < addresses.size(); i++) {
      try (StatusClient client = new StatusClient(Addresses.parse("--controller", addresses.get(i)), credentials)) {
        question.of(client);
        return;
      } catch (StatusRuntimeException e) {
        boolean another = e.getStatus().getCode() == Status.Code.UNAVAILABLE || e.getStatus().getCode() == Status.Code.DEADLINE_EXCEEDED;
        if (!another || i == addresses.size() - 1) {
          throw e;
        }
      }
    }
  }
}
