package dev.terra.resourcemanager;

import dev.terra.core.failure.Failures;
import dev.terra.node.output.ActiveJob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceContext;
import org.apache.hadoop.yarn.ams.ApplicationMasterServiceProcessor;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.InvalidResourceRequestException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns an application master's requests for reducers at any place into requests at the sites that the controller advises. An
 * operator names this class in {@code yarn.resourcemanager.application-master-service.processors}; YARN calls it before Hadoop's own
 * processor.
 *
 * <p>A call reads the controller's last answer and never waits. If anything fails here, the application's requests are passed on
 * unchanged, and the application is ignored from then on. Containers are passed back as the scheduler allocates them.
 */
public final class TerraPlacementProcessor implements ApplicationMasterServiceProcessor {
  private static final Logger LOG = LoggerFactory.getLogger(TerraPlacementProcessor.class);
  /** The most applications that are followed at once. The requests of others are passed on unchanged. */
  private static final int MOST_APPLICATIONS = 10_000;
  /** The memory of a reducer in MB before any was requested. It is MapReduce's default. */
  private static final long USUAL_MEGABYTES = 1_024;

  private final Map<ApplicationAttemptId, ApplicationAsks> applications = new ConcurrentHashMap<>();
  /** The requests that wait. They are apart from {@link #applications}, so that they are not lost if an application is ignored. */
  private final Map<ApplicationAttemptId, HeldRequests> held = new ConcurrentHashMap<>();
  private final AtomicLong reducerMegabytes = new AtomicLong(USUAL_MEGABYTES);
  /** The next processor. It is set by {@link #init}. */
  @SuppressWarnings("NullAway.Init")
  private ApplicationMasterServiceProcessor next;
  private @Nullable Work work;

  /** What exists only if placement is not off. */
  private record Work(RMContext context, PlacementSettings settings, ClusterNodes nodes, AdvicePoll poll) {}

  @Override
  public void init(ApplicationMasterServiceContext context, ApplicationMasterServiceProcessor nextProcessor) {
    next = nextProcessor;
    try {
      work = start((RMContext) context);
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Terra does not place reducers, and YARN does it as without Terra: {}", Failures.inWords(e));
    }
  }

  private @Nullable Work start(RMContext context) {
    Configuration configuration = context.getYarnConfiguration();
    PlacementSettings settings = PlacementSettings.of(
        key -> Optional.ofNullable(configuration.getTrimmed(key)).filter(text -> !text.isEmpty()));
    if (settings.mode() == PlacementMode.OFF) {
      return null;
    }
    ClusterNodes nodes = new ClusterNodes(context);
    Service service = context.getApplicationMasterService(); // if another ResourceManager takes over, its processor has its own thread
    AdvicePoll poll = new AdvicePoll(settings, () -> {
      applications.keySet().removeIf(attempt -> isOver(context, attempt));
      held.keySet().removeIf(attempt -> isOver(context, attempt));
      return nodes.racks();
    }, reducerMegabytes::get, () -> service.isInState(Service.STATE.STOPPED));
    Thread thread = new Thread(poll, "terra-placement");
    thread.setDaemon(true);
    thread.start();
    LOG.info("Terra places reducers: {}, as {} advise", settings.mode(), settings.controllers().roots());
    return new Work(context, settings, nodes, poll);
  }

  private static boolean isOver(RMContext context, ApplicationAttemptId attempt) {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app == null || app.isAppFinalStateStored() || app.getCurrentAppAttempt() == null
        || !app.getCurrentAppAttempt().getAppAttemptId().equals(attempt);
  }

  @Override
  public void registerApplicationMaster(
      ApplicationAttemptId attempt, RegisterApplicationMasterRequest request, RegisterApplicationMasterResponse response)
      throws IOException, YarnException {
    next.registerApplicationMaster(attempt, request, response);
    Work now = work;
    if (now != null) {
      guarded(attempt, () -> follow(now, attempt));
    }
  }

  /** Begins to follow an application that starts, or that registers again after a restart of the ResourceManager. */
  private void follow(Work now, ApplicationAttemptId attempt) {
    RMApp app = now.context().getRMApps().get(attempt.getApplicationId());
    String job = attempt.getApplicationId().toString().replaceFirst("^application_", "job_");
    StagePriorities priorities = app == null ? null : StagePriorities.of(app.getApplicationType());
    if (app != null && priorities != null && applications.size() < MOST_APPLICATIONS
        && now.settings().participation().carries(new ActiveJob(job, app.getUser()), app.getQueue())) {
      applications.put(attempt, new ApplicationAsks(priorities));
      held.put(attempt, new HeldRequests());
    }
  }

  @Override
  public void allocate(ApplicationAttemptId attempt, AllocateRequest request, AllocateResponse response) throws YarnException {
    ApplicationAsks asks = applications.get(attempt);
    Work now = work;
    if (asks == null || now == null) {
      release(attempt, request);
      next.allocate(attempt, request, response);
      return;
    }
    List<ResourceRequest> asked = new ArrayList<>(request.getAskList());
    guarded(attempt, () -> add(now, asks, attempt, request));
    try {
      next.allocate(attempt, request, response);
    } catch (InvalidResourceRequestException e) { // thrown before anything was done
      if (request.getAskList().equals(asked)) {
        throw e;
      }
      leave(attempt, e);
      request.setAskList(asked);
      release(attempt, request);
      next.allocate(attempt, request, response);
    }
    guarded(attempt, () -> note(now, asks, response));
  }

  /** Passes on the waiting requests of an application that is ignored. A present request of the same priority replaces a waiting one. */
  private void release(ApplicationAttemptId attempt, AllocateRequest request) {
    HeldRequests waiting = held.remove(attempt);
    if (waiting != null && waiting.isWaiting()) {
      List<ResourceRequest> all = new ArrayList<>(waiting.release());
      request.getAskList().stream().filter(ask -> ResourceRequest.isAnyLocation(ask.getResourceName()))
          .forEach(newer -> all.removeIf(old -> old.getPriority().equals(newer.getPriority())));
      all.addAll(request.getAskList());
      request.setAskList(all);
    }
  }

  private void add(Work now, ApplicationAsks asks, ApplicationAttemptId attempt, AllocateRequest request) {
    long time = System.nanoTime();
    asks.asked(request.getAskList(), request.getReleaseList(), time);
    String application = attempt.getApplicationId().toString();
    AdviceWord word = now.poll().word();
    boolean on = now.settings().mode() == PlacementMode.ON;
    HeldRequests waiting = held.get(attempt);
    if (on && waiting != null) {
      request.setAskList(waiting.pass(request.getAskList(), asks::isOfReducers, asks.isEarly(word, time), time));
      if (waiting.isWaiting()) {
        return;
      }
    }
    List<ResourceRequest> further = asks.further(word.shares(application, time), word.racks(), time);
    if (further.isEmpty()) {
      return;
    }
    reducerMegabytes.set(Math.max(1, further.get(0).getCapability().getMemorySize()));
    if (!asks.isHinted() || LOG.isDebugEnabled()) {
      LOG.info("the reducers of {} {} asked for at {}", application, on ? "are" : "would be", words(further));
    }
    asks.given(further);
    if (on) {
      List<ResourceRequest> all = new ArrayList<>(request.getAskList());
      all.addAll(further);
      request.setAskList(all);
    }
  }

  /** Lists the racks among rows. Their names begin with a slash. */
  private static String words(List<ResourceRequest> further) {
    return further.stream().filter(row -> row.getResourceName().startsWith("/"))
        .map(row -> row.getResourceName() + " " + row.getNumContainers()).collect(Collectors.joining(", "));
  }

  private static void note(Work now, ApplicationAsks asks, AllocateResponse response) {
    long time = System.nanoTime();
    for (Container container : response.getAllocatedContainers()) {
      RMNode node = now.nodes().node(container.getNodeId());
      if (node != null) {
        asks.came(container, node.getRackName(), now.nodes().name(node), time);
      }
    }
    response.getCompletedContainersStatuses().forEach(status -> asks.ended(status, time));
  }

  /** Runs a task of this class. If it fails, the application is ignored from then on. */
  private void guarded(ApplicationAttemptId attempt, Runnable ours) {
    try {
      ours.run();
    } catch (RuntimeException | LinkageError e) {
      leave(attempt, e);
    }
  }

  private void leave(ApplicationAttemptId attempt, Throwable problem) {
    if (applications.remove(attempt) != null) {
      LOG.warn("the reducers of {} are placed as without Terra from now on", attempt.getApplicationId(), problem);
    }
  }

  @Override
  public void finishApplicationMaster(
      ApplicationAttemptId attempt, FinishApplicationMasterRequest request, FinishApplicationMasterResponse response) {
    applications.remove(attempt);
    held.remove(attempt);
    next.finishApplicationMaster(attempt, request, response);
  }
}
