package dev.terra.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FailuresTest {
  @Test
  void filesSayWhatIsWrongWithThem() {
    assertThat(Failures.inWords(new NoSuchFileException("/a/key.pem"))).isEqualTo("/a/key.pem: no such file");
    assertThat(Failures.inWords(new AccessDeniedException("/a/key.pem"))).isEqualTo(
        "/a/key.pem: this user has no right to it (ls -ld /a/key.pem)");
    assertThat(Failures.inWords(new FileAlreadyExistsException("/a"))).isEqualTo("/a: it is there already");
    assertThat(Failures.inWords(new FileSystemException("/a", null, "No space left on device"))).isEqualTo("/a: no space left on device");
    assertThat(Failures.inWords(new FileSystemException("/a", "/b", "Invalid cross-device link"))).isEqualTo(
        "/a to /b: invalid cross-device link");
  }

  @Test
  void aFileThatIsNamedAnywayIsNotNamedTwice() {
    assertThat(Failures.ofFile(Path.of("/a"), new NoSuchFileException("/a"))).isEqualTo("no such file");
    assertThat(Failures.ofFile(Path.of("/a"), new IOException("full"))).isEqualTo("full");
  }

  @Test
  void aRealFailureOfAFileIsInWords() {
    try {
      assertThat(Files.readString(Path.of("/proc/self/none"))).isNull();
    } catch (IOException e) {
      assertThat(Failures.inWords(e)).isEqualTo("/proc/self/none: no such file");
    }
  }

  @Test
  void eitherLibraryOfTlsIsQuotedInTheSameWords() {
    String begin = "error:10000412:SSL routines:OPENSSL_internal:";
    assertThat(Failures.inWords(new IOException(begin + "SSLV3_ALERT_BAD_CERTIFICATE"))).isEqualTo("Received fatal alert: bad_certificate");
    assertThat(Failures.inWords(new IOException(begin + "TLSV1_ALERT_UNKNOWN_CA"))).isEqualTo("Received fatal alert: unknown_ca");
    assertThat(Failures.inWords(new IOException(begin + "WRONG_VERSION_NUMBER"))).isEqualTo("wrong version number");
  }

  @Test
  void connectionsSayWhoDidWhat() {
    assertThat(Failures.inWords(new ConnectException("Connection refused: /127.0.0.1:7100"))).isEqualTo(
        "nothing listens there: 127.0.0.1:7100");
    assertThat(Failures.inWords(new UnknownHostException("gateway: Name or service not known"))).isEqualTo(
        "the host gateway is not known");
    assertThat(Failures.inWords(new SocketTimeoutException("Read timed out"))).isEqualTo("no answer in time");
    assertThat(Failures.inWords(new IOException("Connection reset by peer"))).isEqualTo("the other end closed the connection");
    assertThat(Failures.inWords(new IOException("recvAddress(..) failed with error(-104): Connection reset by peer"))).isEqualTo(
        "the other end closed the connection");
    assertThat(Failures.inWords(new EOFException())).isEqualTo("the other end closed the connection");
  }

  /** However an exception is wrapped, its description contains neither a class's name nor {@code null}. */
  @Test
  void thereIsNoJavaInWords() {
    List<Throwable> all = List.of(new NullPointerException(), new RuntimeException((String) null), new ClosedChannelException(),
        new CompletionException(new IOException("full")), new ExecutionException(new NoSuchFileException("/a")), new OutOfMemoryError(),
        new UncheckedIOException(new IOException("full")), new RuntimeException(new IllegalStateException("java.io.IOException: full")),
        new TimeoutException(), new IOException("io.netty.channel.ConnectTimeoutException: connection timed out: /10.0.0.1:80"),
        new IllegalStateException(new IOException()), new StackOverflowError());

    assertThat(all).allSatisfy(failure -> assertThat(Failures.inWords(failure)).isNotBlank()
        .doesNotContainPattern("java\\.|netty|Exception|Error\\b|null|\\n"));
    assertThat(Failures.inWords(new CompletionException(new IOException("full")))).isEqualTo("full");
    assertThat(Failures.inWords(new IOException("/etc/terra/10.0.0.1: bad"))).isEqualTo("/etc/terra/10.0.0.1: bad");
  }
}
