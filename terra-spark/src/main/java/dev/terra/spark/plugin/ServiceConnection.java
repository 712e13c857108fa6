package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The executor's connection to the shuffle service of its node. */
interface ServiceConnection {
  /** Receives the outcome of one request, on any thread. */
  interface Answer {
    /** Receives the service's answer; the buffer is valid only until this method returns. */
    void came(ByteBuffer reply);

    /** Receives the cause if there is no answer. */
    void failed(Throwable cause);
  }

  /** Sends a request; it may block while the connection is made. An exception means that the request was not sent. */
  void send(PullRequest request, Answer answer) throws IOException, InterruptedException;
}
