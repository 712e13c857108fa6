package dev.terra.cli;

import dev.terra.core.failure.Failures;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;

/**
 * Standard output and error of this process. They are in UTF-8 whatever the locale is. A command ends once their reader has gone, as other
 * commands do in a shell's pipe; the services go on without a log.
 */
public final class StandardStreams {
  /** The exit code by which a shell reports an end by SIGPIPE. */
  static final int READER_IS_GONE = 141;
  private static final int FAILED = 1;
  private static final List<String> SERVICES = List.of("agent", "controller");
  /** The exit code of the process after a failed write. */
  private static final AtomicInteger ENDS_WITH = new AtomicInteger();

  private StandardStreams() {}

  /** Replaces the standard streams of this process; it must be called before anything is written. */
  public static void install(String... arguments) {
    boolean goesOn = arguments.length > 0 && SERVICES.contains(arguments[0]);
    System.setOut(new PrintStream(new BufferedOutputStream(new Watched(FileDescriptor.out, "1", goesOn)), true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(new BufferedOutputStream(new Watched(FileDescriptor.err, "2", goesOn)), true, StandardCharsets.UTF_8));
  }

  /** Makes a command line write to these streams. */
  public static CommandLine of(CommandLine commandLine) {
    return commandLine.setOut(writer(System.out)).setErr(writer(System.err));
  }

  /** Returns the exit code of the process. If output was lost, it is a failure, whatever the commands' exit code is. */
  public static int exitCode(int commands) {
    return ENDS_WITH.get() == 0 ? commands : ENDS_WITH.get();
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }

  /** A file descriptor of this process whose failures are noticed: a stream of Java's would only remember them. */
  private static final class Watched extends OutputStream {
    private final FileOutputStream out;
    private final String number;
    private final boolean goesOn;

    Watched(FileDescriptor descriptor, String number, boolean goesOn) {
      this.out = new FileOutputStream(descriptor);
      this.number = number;
      this.goesOn = goesOn;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        boolean pipe = isPipe();
        if (!goesOn && ENDS_WITH.compareAndSet(0, pipe ? READER_IS_GONE : FAILED)) {
          end(e, pipe);
        }
      }
    }

    /** Ends the process on a thread of its own: the writing thread may hold locks that shutdown hooks need. */
    private void end(IOException failure, boolean pipe) {
      if (!pipe && number.equals("1")) {
        System.err.println("terra: the output could not be written: " + Failures.inWords(failure));
      }
      Thread ending = new Thread(() -> System.exit(ENDS_WITH.get()), "reader-is-gone");
      ending.setDaemon(true);
      ending.start();
    }

    private boolean isPipe() {
      try {
        String target = Files.readSymbolicLink(Path.of("/proc/self/fd", number)).toString();
        return target.startsWith("pipe:") || target.startsWith("socket:");
      } catch (IOException e) {
        return true;
      }
    }
  }
}
