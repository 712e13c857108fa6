package dev.terra.lab.users;

import dev.terra.lab.users.Approach.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Requests a map output from ports, by all kinds of requests of Hadoop and Terra, with TLS and without, and searches
 * the answers for the output.
 */
final class HostileReads {
  /** The port at which reducers read. */
  static final int SHUFFLE_PORT = 13562;

  private static final int CONNECT_MILLIS = 1_000;
  /** The time for an answer of a port. Round trips of a testbed take some tens of milliseconds; a busy JVM takes longer. */
  private static final int SILENCE_MILLIS = 1_000;
  /**
   * The time for an answer to the job's own reducer, which waits as long as a real one: the output may not have been
   * read yet, and the server may not have used TLS yet.
   */
  private static final int OWNERS_MILLIS = 15_000;
  private static final int MAX_ANSWER_BYTES = 4 << 20;
  private static final String STRANGER = "another user's process";
  private static final String OWNER = "the job's own reducer";

  private final Approach approach;
  private final List<String> samples;

  HostileReads(Approach approach) {
    this.approach = approach;
    this.samples = approach.samples().stream()
        .map(sample -> new String(HexFormat.of().parseHex(sample), StandardCharsets.ISO_8859_1)).toList();
  }

  /** Returns whether the answer must be the output. */
  static boolean isOwner(PortAnswer answer) {
    return answer.who().startsWith(OWNER);
  }

  /**
   * Returns the requests: one series for each port, and one that has the right to read. Without the latter, the others
   * would show nothing.
   */
  List<Callable<PortAnswer>> all() {
    List<Callable<PortAnswer>> all = new ArrayList<>();
    for (Target target : approach.targets()) {
      target.ports().forEach(port -> all.add(() -> tryAll(target, port, STRANGER, requests(approach.signature()))));
      if (target.hasOutput()) {
        all.add(() -> tryAll(target, SHUFFLE_PORT, OWNER, List.of(output(approach.ownSignature()))));
      }
    }
    return all;
  }

  private List<String> requests(String signature) {
    return List.of(output(signature), output(""), get(approach.outputPath().replace("/mapOutput", "/v1/segment"), ""),
        "POST /v1/fetch HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  }

  private String output(String signature) {
    return get(approach.outputPath(), "UrlHash: " + signature + "\r\nname: mapreduce\r\nversion: 1.0.0\r\n");
  }

  private static String get(String path, String fields) {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + fields + "Connection: close\r\n\r\n";
  }

  private PortAnswer tryAll(Target target, int port, String who, List<String> requests) {
    long bytes = 0;
    boolean found = false;
    String line = "";
    for (boolean tls : new boolean[] {false, true}) {
      for (String request : requests) {
        String answer = ask(new InetSocketAddress(target.ip(), port), tls, request, who.equals(OWNER) ? OWNERS_MILLIS : SILENCE_MILLIS);
        bytes += answer.length();
        found |= samples.stream().anyMatch(answer::contains);
        line = line.isEmpty() ? answer.lines().findFirst().orElse("").replaceAll("[^ -~]", "?") : line;
      }
    }
    return new PortAnswer(target.host() + ":" + port, who + ", " + 2 * requests.size() + " requests", bytes, found, line);
  }

  private static String ask(InetSocketAddress to, boolean tls, String request, int patienceMillis) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (Socket plain = new Socket()) {
      plain.setSoTimeout(patienceMillis);
      plain.connect(to, CONNECT_MILLIS);
      try (Socket socket = tls ? TrustingTls.over(plain, to) : plain) {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        read(socket.getInputStream(), answer);
      }
    } catch (IOException e) {
      // refused, closed or silent: the answer is what arrived before
    }
    return answer.toString(StandardCharsets.ISO_8859_1);
  }

  private static void read(InputStream in, ByteArrayOutputStream answer) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int length = in.read(buffer); length >= 0 && answer.size() < MAX_ANSWER_BYTES; length = in.read(buffer)) {
      answer.write(buffer, 0, length);
    }
  }
}
