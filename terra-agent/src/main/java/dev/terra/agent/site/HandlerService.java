package dev.terra.agent.site;

import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentWelcome;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.SiteAgentGrpc;
import dev.terra.core.failure.Failures;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;

/** The gRPC service for handlers: brings what they say to the agent's thread. */
public final class HandlerService extends SiteAgentGrpc.SiteAgentImplBase {
  /** A handler's messages on their way to the agent's thread. */
  private static final int WINDOW_MESSAGES = 64;
  /** Messages for a handler that does not read: as many decisions as it may have asked for, and as many again. */
  private static final int MAX_UNREAD = 8_192;

  private final Gateway gateway;
  private final AgentWelcome welcome;
  private final Executor owner;

  /** Serves a gateway that lives on {@code owner}; each handler gets this welcome. */
  public HandlerService(Gateway gateway, AgentWelcome welcome, Executor owner) {
    this.welcome = welcome;
    this.gateway = gateway;
    this.owner = owner;
  }

  @Override
  public StreamObserver<HandlerMessage> attach(StreamObserver<AgentMessage> answers) {
    ServerCallStreamObserver<AgentMessage> call = (ServerCallStreamObserver<AgentMessage>) answers;
    Gateway.Session session = gateway.new Session(new SafeStream(call), RemoteAddress.ofCall(), welcome);
    call.disableAutoRequest();
    owner.execute(session::begin);
    call.request(WINDOW_MESSAGES);
    return new StreamObserver<>() {
      @Override
      public void onNext(HandlerMessage message) {
        owner.execute(() -> {
          try {
            session.handle(message);
          } catch (IllegalArgumentException e) {
            session.refuse(Failures.inWords(e));
          }
          call.request(1);
        });
      }

      @Override
      public void onError(Throwable cause) {
        owner.execute(() -> session.closed(Failures.inWords(cause)));
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
    private final ServerCallStreamObserver<AgentMessage> stream;
    private int unread;
    private boolean ended;

    SafeStream(ServerCallStreamObserver<AgentMessage> stream) {
      this.stream = stream;
      stream.setOnCancelHandler(() -> {
        // the request stream's onError tells the gateway; having a handler here keeps onNext from throwing
      });
    }

    @Override
    public void onNext(AgentMessage message) {
      unread = stream.isReady() ? 0 : unread + 1;
      if (unread > MAX_UNREAD) {
        onError(Status.RESOURCE_EXHAUSTED.withDescription("the handler does not read what it is told").asRuntimeException());
      } else if (!ended) {
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
