package dev.terra.shuffle.pipeline;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ServerChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Installs Terra's handler before Hadoop's in every connection that a server channel accepts after the installation. */
public final class PipelineHook {
  private static final String HADOOP_HANDLER = "shuffle";
  private static final String TERRA_HANDLER = "terra";
  private static final Logger LOG = LoggerFactory.getLogger(PipelineHook.class);

  private PipelineHook() {}

  /** Installs the hook if the channel is a server's. */
  public static void install(Channel channel, ConnectionServices services) {
    if (channel instanceof ServerChannel) {
      channel.pipeline().addFirst("terra-accept", new Acceptor(services));
    }
  }

  private static final class Acceptor extends ChannelInboundHandlerAdapter {
    private final ConnectionServices services;

    Acceptor(ConnectionServices services) {
      this.services = services;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object accepted) {
      try {
        if (accepted instanceof Channel child) {
          child.pipeline().addLast("terra-arm", new Arm(services));
        }
      } catch (RuntimeException | Error e) {
        LOG.warn("Terra: a connection is left to the stock handler", e);
      }
      ctx.fireChannelRead(accepted);
    }
  }

  /** Waits until the connection is active: Hadoop's initializer has then built the pipeline. */
  private static final class Arm extends ChannelInboundHandlerAdapter {
    private final ConnectionServices services;

    Arm(ConnectionServices services) {
      this.services = services;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
      try {
        if (ctx.pipeline().get(HADOOP_HANDLER) != null) {
          ctx.pipeline().addBefore(HADOOP_HANDLER, TERRA_HANDLER, new TerraConnection(services));
        }
      } catch (RuntimeException | Error e) {
        LOG.warn("Terra: a connection is left to the stock handler", e);
      }
      ctx.fireChannelActive();
      ctx.pipeline().remove(this);
    }
  }
}
