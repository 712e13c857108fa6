package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.state.OnosLogin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Sends HTTP requests to ONOS from a testbed's host. It uses only a shell, so no other program must be installed. */
final class InsideHttp {
  private final Testbed testbed;
  private final String host;
  private final OnosLogin onos;

  InsideHttp(Testbed testbed, String host, OnosLogin onos) {
    this.testbed = testbed;
    this.host = host;
    this.onos = onos;
  }

  /** Sends a request, and returns the answer, whose status must be a success. */
  String ask(String method, String path, String body) throws IOException, InterruptedException {
    String login = Base64.getEncoder().encodeToString((onos.user() + ":" + onos.password()).getBytes(StandardCharsets.UTF_8));
    String request = method + " " + onos.url().getPath() + path + " HTTP/1.0\r\nAuthorization: Basic " + login + "\r\nContent-Length: "
        + body.length() + "\r\n" + (body.isEmpty() ? "" : "Content-Type: application/json\r\n") + "\r\n" + body;
    String script = "exec 3<>/dev/tcp/" + onos.url().getHost() + "/" + onos.url().getPort() + " && printf %s \"$0\" >&3 && cat <&3";
    Process process = testbed.command(host, List.of("timeout", "20", "bash", "-c", script, request)).redirectErrorStream(true).start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    assertThat(answer).as("%s %s", method, path).containsPattern("^HTTP/1.[01] 2");
    return answer;
  }
}
