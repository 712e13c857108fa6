package dev.terra.agent;

import dev.terra.agent.control.ControlClient;
import dev.terra.agent.control.Reporter;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.tunnel.Tunnels;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.v1.ProofChecked;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.util.function.BiConsumer;

/** Takes what this site's handlers bring about to the controller and to other sites. On the agent's thread. */
final class SiteNews implements Gateway.Output {
  private final Reporter reporter;
  private final ShuffleEnds ends;
  private final Tunnels tunnels;
  private final ControlClient control;
  private final BiConsumer<ShuffleId, ShuffleKey> keys;
  private BiConsumer<String, ProofChecked> checks = (handler, result) -> {};
  private BiConsumer<String, HandlerSpan> spans = (handler, span) -> {};

  SiteNews(Reporter reporter, ShuffleEnds ends, Tunnels tunnels, ControlClient control, BiConsumer<ShuffleId, ShuffleKey> keys) {
    this.reporter = reporter;
    this.keys = keys;
    this.ends = ends;
    this.tunnels = tunnels;
    this.control = control;
  }

  @Override
  public void placed(ShuffleId shuffle, int partition, SiteId at) {
    reporter.placed(shuffle, partition, at);
  }

  @Override
  public void readAt(ShuffleId shuffle, SiteId at) {
    reporter.readAt(shuffle, at);
  }

  /** Who hears what handlers say of proofs; to be called once, before any handler comes. */
  void listen(BiConsumer<String, ProofChecked> listener) {
    checks = listener;
  }

  /** Who hears of handlers' parts of traced fetches; to be called once, before any handler comes. */
  void listenToSpans(BiConsumer<String, HandlerSpan> listener) {
    spans = listener;
  }

  @Override
  public void told(String handler, HandlerSpan span) {
    spans.accept(handler, span);
  }

  @Override
  public void keyed(ShuffleId shuffle, ShuffleKey key) {
    keys.accept(shuffle, key);
  }

  @Override
  public void checked(String handler, ProofChecked result) {
    checks.accept(handler, result);
  }

  @Override
  public void ended(ShuffleId shuffle) {
    if (ends.end(shuffle)) {
      reporter.ended(shuffle);
      tunnels.broadcast(FrameType.SHUFFLE_ENDED, ShuffleEnded.newBuilder().setShuffle(shuffle.value()).build());
    }
  }

  @Override
  public void broadcast(FrameType type, HandlerDirectory message) {
    tunnels.broadcast(type, message);
  }

  @Override
  public boolean controllerAlive() {
    return control.isAttached();
  }
}
