package dev.terra.controller;

import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.controller.core.ControllerState;
import dev.terra.controller.core.submit.MasterNews;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.HashMap;
import java.util.Map;

/** The streams of job masters. It is to job masters what {@link AgentStreams} is to agents. */
final class MasterStreams {
  private final ControllerState state;
  private final ControllerThread thread;
  private final Map<Long, AttachedMaster> streams = new HashMap<>();

  MasterStreams(ControllerState state, ControllerThread thread) {
    this.state = state;
    this.thread = thread;
  }

  /** Notes that a stream has begun. This method and the next two can be used by any thread. */
  void opened(long id, ServerCallStreamObserver<JobMasterNews> observer) {
    thread.submit(() -> {
      AttachedMaster stream = new AttachedMaster(observer);
      if (thread.isStopping()) {
        stream.end(ControllerThread.STOPS);
      } else {
        streams.put(id, stream);
        stream.requestNext();
      }
    });
  }

  void request(long id, JobMasterRequest request) {
    thread.submit(() -> {
      AttachedMaster stream = streams.get(id);
      if (stream != null) {
        state.handle(id, request, thread.now());
        stream.requestNext();
      }
    });
  }

  void closed(long id) {
    thread.submit(() -> {
      AttachedMaster stream = streams.remove(id);
      if (stream != null) {
        stream.complete();
        state.masterEnded(id, thread.now());
      }
    });
  }

  /** Sends the messages that the state holds for job masters. It is used on the controller's thread. */
  void deliver() {
    for (MasterNews news : state.drainMasterNews()) {
      AttachedMaster master = streams.get(news.stream());
      if (master != null && news.news().isPresent()) {
        master.send(news.news().get());
      } else if (master != null) {
        streams.remove(news.stream());
        master.end(news.reason());
        state.masterEnded(news.stream(), thread.now());
      }
    }
  }

  /** Ends all streams. It is used on the controller's thread. */
  void endAll(String why) {
    streams.values().forEach(stream -> stream.end(why));
    streams.clear();
  }
}
