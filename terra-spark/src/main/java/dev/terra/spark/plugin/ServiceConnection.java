package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The executor's connection to the shuffle service of its node. */
interface ServiceConnection {
  /** Takes what comes of one request, on any thread. */
  interface Answer {
    /** The service has answered; the buffer is good only until this returns. */
    void came(ByteBuffer reply);

    /** Nothing has come. */
    void failed(Throwable cause);
  }

  /** Sends a request; may block while the connection is made. An exception: it was not sent. */
  void send(PullRequest request, Answer answer) throws IOException, InterruptedException;
}
