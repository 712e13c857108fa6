package dev.terra.history;

import com.google.common.collect.ImmutableList;
import dev.terra.controller.view.ControllerChange;
import dev.terra.controller.view.ControllerView;
import dev.terra.controller.view.RecurringFigures;
import dev.terra.controller.view.RecurringState;
import dev.terra.controller.view.ViewFeed;
import dev.terra.core.cost.CostBook;
import dev.terra.core.cost.CostSum;
import dev.terra.core.cost.WorkCost;
import dev.terra.core.failure.Failures;
import dev.terra.history.store.Batch;
import dev.terra.history.store.HistoryException;
import dev.terra.history.store.HistoryReader;
import dev.terra.history.store.HistoryStore;
import dev.terra.history.store.Retention;
import dev.terra.history.store.StoredCost;
import dev.terra.history.store.StoredWork;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a controller's views into a history once a second, on a thread of its own.
 *
 * <p>There is no queue: the latest view holds the newest 10,000 events and the newest 1,000 shuffles that are over. If the disk is so
 * slow that older ones are dropped before they are written, they are counted as lost. A write that fails is counted, and its contents
 * are written with the next one, except for the use of links in that second.
 */
public final class HistoryRecorder implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryRecorder.class);
  private static final long THIN_MILLIS = 60_000;
  private static final long STOP_SECONDS = 10;

  private final ViewFeed views;
  private final HistoryStore store;
  private final ControllerSession session;
  private final Clock clock;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "history");
  private volatile Written written;
  private long thinnedMillis;
  private boolean begun;
  private boolean failing;
  private @Nullable CostBook book;
  private final WorkLedger work;
  private final Supplier<ImmutableList<RecurringFigures>> recurring;
  private List<RecurringState> writtenRecurring = List.of();
  private volatile CostSum spent = CostSum.ZERO;
  private volatile WorkCost worked = WorkCost.ZERO;
  private volatile HistoryFigures figures = new HistoryFigures(0, 0, 0, 0);

  /** The view that was written last, and when. */
  private record Written(ControllerView view, long atMillis) {}

  /**
   * How far the history has been written.
   *
   * @param written the view that was written last
   * @param writtenMillis when it was written, in milliseconds since 1970; rows of a later time do not belong to it
   * @param now the latest view
   */
  public record Progress(ControllerView written, long writtenMillis, ControllerView now) {}

  private HistoryRecorder(ViewFeed views, Supplier<ImmutableList<RecurringFigures>> recurring, HistoryStore store,
      ControllerSession session, Clock clock) {
    this.views = views;
    this.recurring = recurring;
    this.store = store;
    this.session = session;
    this.clock = clock;
    this.written = new Written(ControllerView.empty(views.current().wan()), clock.millis());
    this.work = new WorkLedger(session.wan(), each -> store.reader().countedMicros(each));
  }

  /** Starts to record a controller that has no recurring jobs. The recorder owns the store from then on. */
  public static HistoryRecorder start(ViewFeed views, HistoryStore store, ControllerSession session, Clock clock) {
    return start(views, ImmutableList::of, store, session, clock);
  }

  /** Starts to record a controller. The recorder owns the store from then on. */
  public static HistoryRecorder start(ViewFeed views, Supplier<ImmutableList<RecurringFigures>> recurring, HistoryStore store,
      ControllerSession session, Clock clock) {
    HistoryRecorder recorder = new HistoryRecorder(views, recurring, store, session, clock);
    recorder.thread.setDaemon(true);
    recorder.thread.start();
    return recorder;
  }

  /** Returns the counts of the recorder's work. */
  public HistoryFigures figures() {
    return figures;
  }

  /** Returns how far the history has been written. The latest view is not older than the one that was written. */
  public Progress progress() {
    Written before = written;
    return new Progress(before.view(), before.atMillis(), views.current());
  }

  /** Returns a reader of the history. */
  public HistoryReader reader() {
    return store.reader();
  }

  /** Returns the most bytes that are kept. */
  public long maxBytes() {
    return store.retention().maxBytes();
  }

  private void run() {
    try {
      boolean stopped = false;
      while (!stopped) {
        stopped = stop.await(Retention.FINEST_MILLIS, TimeUnit.MILLISECONDS);
        tryToRecord();
      }
      store.close();
    } catch (HistoryException e) {
      LOG.warn("history: {}", Failures.inWords(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Records one second. Whatever fails, the next second is recorded. */
  private void tryToRecord() {
    try {
      record();
      failing = false;
    } catch (HistoryException e) {
      failed(e);
    } catch (RuntimeException e) {
      failed(e);
      written = new Written(views.current(), clock.millis()); // the next write would fail for the same reason
    }
  }

  private void failed(Exception problem) {
    figures = figures.failed();
    say(problem);
  }

  private void record() throws HistoryException {
    begin();
    ControllerView last = written.view();
    ControllerView view = views.current();
    ControllerChange change = last.to(view);
    long now = clock.millis();
    RowMaker rows = new RowMaker(session, now);
    CostBook open = book();
    Batch batch = new Batch(rows.events(change), rows.ended(last, change), costs(rows.costs(last, view, open), view),
        rows.rounds(last, view, views.after(last.version())), rows.links(view));
    long lost = view.events().lastNumber() - last.events().lastNumber() - change.events().size();
    store.write(batch, names(view));
    book = open;
    work.wrote(batch.costs().work());
    worked = batch.costs().work().stream().map(StoredWork::cost).reduce(worked, WorkCost::plus);
    spent = batch.costs().paths().stream().map(row -> row.cost().sum()).reduce(spent, CostSum::plus);
    written = new Written(view, now);
    writeRecurring();
    figures = figures.written(lost, store.bytes());
    thin();
  }

  /** Writes the whole state of recurring jobs if any of it has changed. It is small, and changes only with the runs of jobs. */
  private void writeRecurring() throws HistoryException {
    List<RecurringState> now = recurring.get().stream().map(RecurringFigures::state).toList();
    if (!now.equals(writtenRecurring)) {
      store.writeRecurring(now);
      writtenRecurring = now;
    }
  }

  private Batch.Costs costs(List<StoredCost> paths, ControllerView view) throws HistoryException {
    return new Batch.Costs(paths, work.rows(view.totals().agents(), clock.millis()));
  }

  /** Returns the book of costs. After a failed write it is a new book, since what the old one had booked was not written. */
  private CostBook book() throws HistoryException {
    CostBook open = book == null ? new CostBook(session.wan()) : book;
    if (book == null) {
      catchUp(open, Long.MAX_VALUE);
    }
    book = null;
    return open;
  }

  /** Books the history's costs of this month before a time, if prices depend on them. */
  public void catchUp(CostBook open, long toMillis) throws HistoryException {
    if (open.isTiered()) {
      long now = clock.millis();
      store.reader().costs(CostRows.monthStartMillis(now), toMillis,
          row -> open.book(row.cost().path(), row.cost().bytes(), CostRows.month(now)));
    }
  }

  /** Returns the costs of the shuffles that have ended since the recorder started. */
  public CostSum spent() {
    return spent;
  }

  /** Returns what agents have worked since the recorder started, and its cost. */
  public WorkCost worked() {
    return worked;
  }

  /**
   * Begins the session in the store. This may succeed only later, since the file may be locked or its disk full when the controller
   * starts.
   */
  private void begin() throws HistoryException {
    if (!begun) {
      store.begin(session.id(), session.startedMillis(), views.current().wan());
      begun = true;
    }
  }

  private void thin() throws HistoryException {
    long now = clock.millis();
    if (now - thinnedMillis >= THIN_MILLIS) {
      thinnedMillis = now;
      store.thin(now);
    }
  }

  /** Logs a problem once, until a write succeeds again. */
  private void say(Exception problem) {
    if (!failing) {
      LOG.warn("history: {}; the controller tries again every second", Failures.inWords(problem));
    }
    failing = true;
  }

  /** Returns the names of a view's links, in the order of their figures. */
  static List<String> names(ControllerView view) {
    return view.links().keySet().stream().map(Object::toString).toList();
  }

  /** Writes what remains, and ends. */
  @Override
  public void close() {
    stop.countDown();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
