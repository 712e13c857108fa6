package dev.terra.agent;

import dev.terra.agent.site.Gateway;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.JobDropped;
import dev.terra.core.wan.SiteId;

/** Takes what this site's handlers bring about to the controller and to other sites. On the agent's thread. */
final class SiteNews implements Gateway.Output {
  private final Core core;

  SiteNews(Core core) {
    this.core = core;
  }

  @Override
  public void placed(String job, int reduce, SiteId at) {
    core.reporter().placed(job, reduce, at);
  }

  @Override
  public void jobEnded(String job) {
    if (core.dropJob(job)) {
      core.reporter().ended(job);
      core.tunnels().broadcast(FrameType.JOB_DROPPED, JobDropped.newBuilder().setJob(job).build());
    }
  }

  @Override
  public void broadcast(FrameType type, HandlerDirectory message) {
    core.tunnels().broadcast(type, message);
  }

  @Override
  public boolean controllerAlive() {
    return core.control().isAttached();
  }
}
