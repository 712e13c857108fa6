package dev.terra.agent.site;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.SiteAgentGrpc;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** The gRPC service for handlers: brings what they say to the agent's thread. */
public final class HandlerService extends SiteAgentGrpc.SiteAgentImplBase {
  private final Gateway gateway;
  private final Executor owner;

  /** Serves a gateway that lives on {@code owner}. */
  public HandlerService(Gateway gateway, Executor owner) {
    this.gateway = gateway;
    this.owner = owner;
  }

  @Override
  public StreamObserver<HandlerMessage> attach(StreamObserver<AgentMessage> answers) {
    Gateway.Session session = gateway.new Session(new SafeStream(answers), RemoteAddress.ofCall());
    return new StreamObserver<>() {
      @Override
      public void onNext(HandlerMessage message) {
        owner.execute(() -> {
          try {
            session.handle(message);
          } catch (IllegalArgumentException e) {
            session.refuse(e.getMessage());
          }
        });
      }

      @Override
      public void onError(Throwable cause) {
        owner.execute(() -> session.closed(String.valueOf(cause.getMessage())));
      }

      @Override
      public void onCompleted() {
        owner.execute(() -> {
          session.closed("it detached");
          answers.onCompleted();
        });
      }
    };
  }

  /** A stream that may end at any moment: what can no longer be said is not. On the agent's thread. */
  private static final class SafeStream implements StreamObserver<AgentMessage> {
    private final StreamObserver<AgentMessage> stream;
    private boolean ended;

    SafeStream(StreamObserver<AgentMessage> stream) {
      this.stream = stream;
      if (stream instanceof io.grpc.stub.ServerCallStreamObserver<AgentMessage> call) {
        call.setOnCancelHandler(() -> {
          // the request stream's onError tells the gateway; having a handler here keeps onNext from throwing
        });
      }
    }

    @Override
    public void onNext(AgentMessage message) {
      if (!ended) {
        stream.onNext(message);
      }
    }

    @Override
    public void onError(Throwable cause) {
      if (!ended) {
        ended = true;
        stream.onError(cause);
      }
    }

    @Override
    public void onCompleted() {
      if (!ended) {
        ended = true;
        stream.onCompleted();
      }
    }
  }
}
