package dev.terra.agent;

import dev.terra.agent.http.FetchApi;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.api.v1.FetchRequest;
import java.net.InetAddress;
import java.util.Optional;
import java.util.function.Consumer;

/** What the HTTP port offers, with fetches that are traced. */
record TracedFetches(FetchApi desk, FetchTraces traces) implements FetchApi {
  @Override
  public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink) {
    return desk.fetch(client, request, traces.fetch(client, request, sink));
  }

  @Override
  public boolean stats(Consumer<byte[]> answer) {
    return desk.stats(answer);
  }
}
