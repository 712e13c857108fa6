package dev.terra.core.failure;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/**
 * Describes for an operator, in one line, why something failed. The text contains neither names of Java's classes nor {@code null}. For a
 * file, it states what is wrong with the file, since the messages of several of Java's exceptions are only the path.
 */
public final class Failures {
  /** The class name of an exception, with which the quotation of the exception in a message begins. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z][\\w]*\\.){2,}(?:\\w+\\$)*[A-Z][\\w$]*(?:Exception|Error)(?:: |\\b)");
  /**
   * An address without a host name as Java writes it, such as {@code /10.0.0.1:80}. With a name, Java writes {@code host/10.0.0.1:80},
   * which does not match.
   */
  private static final Pattern SLASH_ADDRESS =
      Pattern.compile("(?<![\\w/.:])/(\\d{1,3}(?:\\.\\d{1,3}){3}|\\[?[0-9a-f]*:[0-9a-f:]+\\]?)(?=[:\\s,;)]|$)");

  /** The name of the failed system call, as Netty's messages begin. */
  private static final Pattern SYSTEM_CALL = Pattern.compile("^\\w+\\(\\.\\.\\) failed(?: with error\\(-?\\d+\\))?: ");

  /** An error as BoringSSL names it: its own, or an alert that the peer sent. */
  private static final Pattern BORING_SSL =
      Pattern.compile("error:[0-9a-f]+:SSL routines:OPENSSL_internal:(?:(?:SSLV3|TLSV1)_)?(ALERT_)?(\\w+)");

  private Failures() {}

  /** Returns why something failed, in one line. */
  public static String inWords(Throwable failure) {
    Throwable inner = unwrapped(failure);
    String words = inner instanceof FileSystemException file ? file(file) : other(inner);
    return SLASH_ADDRESS.matcher(CLASS_NAME.matcher(words).replaceAll("")).replaceAll("$1").strip().replaceAll("\\s*\\n\\s*", " ");
  }

  /** Returns why something failed with a file that the caller names anyway. The path at the beginning of the text is left out. */
  public static String ofFile(Object file, Throwable failure) {
    String words = inWords(failure);
    return words.startsWith(file + ": ") ? words.substring(file.toString().length() + 2) : words;
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null && (inner instanceof CompletionException || inner instanceof ExecutionException
        || inner instanceof UncheckedIOException || inner.getCause().toString().equals(inner.getMessage()))) {
      inner = inner.getCause();
    }
    return inner;
  }

  private static String file(FileSystemException failure) {
    String file = failure.getFile() == null ? "a file" : failure.getFile();
    if (failure instanceof NoSuchFileException) {
      return file + ": no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return file + ": this user has no right to it (ls -ld " + file + ")";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return file + ": it is there already";
    }
    if (failure instanceof DirectoryNotEmptyException) {
      return file + ": the folder is not empty";
    }
    if (failure instanceof NotDirectoryException) {
      return file + ": it is no folder";
    }
    String to = failure.getOtherFile() == null ? "" : " to " + failure.getOtherFile();
    return file + to + ": " + (failure.getReason() == null ? "the file system refuses it" : lower(failure.getReason()));
  }

  private static String other(Throwable failure) {
    String said = failure.getMessage() == null ? "" : boring(SYSTEM_CALL.matcher(failure.getMessage()).replaceFirst(""));
    if (failure instanceof UnknownHostException) {
      return "the host " + said.replaceFirst(":.*", "") + " is not known";
    }
    if (failure instanceof UnresolvedAddressException) {
      return "the host's name is not known";
    }
    if (failure instanceof SocketTimeoutException || failure instanceof TimeoutException) {
      return said.isEmpty() || said.toLowerCase(Locale.ROOT).contains("timed out") ? "no answer in time" : said;
    }
    if (failure instanceof FileNotFoundException) {
      return said.replaceFirst(" \\((.*)\\)$", ": $1");
    }
    if (failure instanceof CharacterCodingException) {
      return "it is not UTF-8";
    }
    if (failure instanceof EOFException || failure instanceof ClosedChannelException || said.startsWith("Connection reset")
        || said.equals("Broken pipe")) {
      return "the other end closed the connection";
    }
    return said.isEmpty() ? nameless(failure) : refused(said);
  }

  /** Returns the text in the words of Java's TLS, so that one search finds the errors of both implementations. */
  private static String boring(String said) {
    return BORING_SSL.matcher(said).replaceAll(found -> found.group(1) == null
        ? found.group(2).toLowerCase(Locale.ROOT).replace('_', ' ') : "Received fatal alert: " + found.group(2).toLowerCase(Locale.ROOT));
  }

  private static String refused(String said) {
    return said.startsWith("Connection refused") ? "nothing listens there" + said.substring("Connection refused".length()) : said;
  }

  private static String nameless(Throwable failure) {
    return failure instanceof OutOfMemoryError ? "no memory is left"
        : failure instanceof InterruptedException ? "it was interrupted"
        : failure.getCause() != null ? inWords(failure.getCause()) : "an error in Terra itself; the log of this process says where";
  }

  private static String lower(String reason) {
    return reason.substring(0, 1).toLowerCase(Locale.ROOT) + reason.substring(1);
  }
}
