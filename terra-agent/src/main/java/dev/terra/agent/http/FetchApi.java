package dev.terra.agent.http;

import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchRequest;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** What the HTTP port offers. */
public interface FetchApi {
  /** Begins a fetch for a handler, on the agent's thread; if it is refused, the sink has the reason and nothing is returned. */
  Optional<? extends FetchControl> fetch(InetAddress client, FetchRequest request, FetchSink sink);

  /**
   * Gives the statistics as JSON, of the newest view and soon. On any thread, as is the answer.
   *
   * @return false if too many have asked at once, and this one gets no answer
   */
  boolean stats(Consumer<byte[]> answer);
}
