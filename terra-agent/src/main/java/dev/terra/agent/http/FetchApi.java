package dev.terra.agent.http;

import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.api.v1.FetchRequest;
import java.net.InetAddress;
import java.util.Optional;

/** What the HTTP port offers. Called on the agent's thread. */
public interface FetchApi {
  /** Begins a fetch for a handler; if it is refused, the sink has been told and nothing is returned. */
  Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink);

  /** The statistics as JSON. */
  byte[] stats();
}
