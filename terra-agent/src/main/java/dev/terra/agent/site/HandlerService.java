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

/** The gRPC service for handlers. It passes their messages to the agent's thread. */
public final class HandlerService extends SiteAgentGrpc.SiteAgentImplBase {
  /** The most messages of a handler that are on their way to the agent's thread. */
  private static final int WINDOW_MESSAGES = 64;
  /** The most messages that wait for a handler that does not read: twice the number of decisions that it may have requested. */
  private static final int MAX_UNREAD = 8_192;

  private final Gateway gateway;
  private final AgentWelcome welcome;
  private final Executor owner;

  /** Creates a service for a gateway that is used on {@code owner}. Each handler receives the given welcome. */
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

  /** A stream that may end at any moment. Messages after its end are dropped. It is used on the agent's thread only. */
  private static final class SafeStream implements StreamObserver<AgentMessage> {
    private final ServerCallStreamObserver<AgentMessage> stream;
    private int unread;
    private boolean ended;

    SafeStream(ServerCallStreamObserver<AgentMessage> stream) {
      this.stream = stream;
      stream.setOnCancelHandler(() -> {
        // The request stream's onError notifies the gateway. With a handler here, onNext does not throw.
      });
    }

    @Override
    public void onNext(AgentMessage message) {
      unread = stream.isReady() ? 0 : unread + 1;
      if (unread > MAX_UNREAD) {
        onError(Status.RESOURCE_EXHAUSTED.withDescription("the handler does not read the agent's messages").asRuntimeException());
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
