package dev.terra.agent.http;

import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchRequest;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** The operations that the HTTP port offers. */
public interface FetchApi {
  /** Begins a fetch for a handler, on the agent's thread. If the fetch is refused, the sink gets the reason and nothing is returned. */
  Optional<? extends FetchControl> fetch(InetAddress client, FetchRequest request, FetchSink sink);

  /**
   * Passes the statistics of the newest view as JSON to {@code answer}, soon after the call. It may be called on any thread, and the answer
   * comes on any thread.
   *
   * @return false if there are too many requests at once, so that this one gets no answer
   */
  boolean stats(Consumer<byte[]> answer);
}
