package dev.terra.shuffle.support;

import dev.terra.shuffle.TerraShuffleHandler;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.ShuffleChannelHandlerContext;
import org.apache.hadoop.yarn.server.api.AuxiliaryLocalPathHandler;

/**
 * Terra's handler with tables and directories in which the calls that come from chosen packages throw. Hadoop's own calls never
 * throw.
 */
public final class SabotagedHandler extends TerraShuffleHandler {
  private final AtomicInteger thrown = new AtomicInteger();
  private volatile String callers = "none";
  private volatile Supplier<Throwable> problem = IllegalStateException::new;

  /** From this call on, all calls that come from these packages throw. */
  public void breakCallsOf(String packageName, Supplier<Throwable> what) {
    problem = what;
    callers = packageName;
  }

  /** Returns how many calls have thrown. */
  public int thrown() {
    return thrown.get();
  }

  private void check() {
    boolean concerned = StackWalker.getInstance().walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith(callers)));
    if (concerned) {
      thrown.incrementAndGet();
      SabotagedHandler.<RuntimeException>raise(problem.get());
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void raise(Throwable what) throws T {
    throw (T) what;
  }

  /** Replaces the tables. Hadoop fills its tables before it calls this method, and hands them to Terra afterwards. */
  @Override
  protected ShuffleChannelHandlerContext createHandlerContext() {
    userRsrc = new CheckedMap(userRsrc);
    return super.createHandlerContext();
  }

  @Override
  public void setAuxiliaryLocalPathHandler(AuxiliaryLocalPathHandler paths) {
    super.setAuxiliaryLocalPathHandler(new CheckedPaths(paths));
  }

  private final class CheckedMap extends ConcurrentHashMap<String, String> {
    private static final long serialVersionUID = 1L;

    CheckedMap(Map<String, String> from) {
      super(from);
    }

    @Override
    public String get(Object key) {
      check();
      return super.get(key);
    }
  }

  private final class CheckedPaths implements AuxiliaryLocalPathHandler {
    private final AuxiliaryLocalPathHandler paths;

    CheckedPaths(AuxiliaryLocalPathHandler paths) {
      this.paths = paths;
    }

    @Override
    public Path getLocalPathForRead(String path) throws IOException {
      check();
      return paths.getLocalPathForRead(path);
    }

    @Override
    public Path getLocalPathForWrite(String path) throws IOException {
      return paths.getLocalPathForWrite(path);
    }

    @Override
    public Path getLocalPathForWrite(String path, long size) throws IOException {
      return paths.getLocalPathForWrite(path, size);
    }

    @Override
    public Iterable<Path> getAllLocalPathsForRead(String path) throws IOException {
      check();
      return paths.getAllLocalPathsForRead(path);
    }
  }
}
