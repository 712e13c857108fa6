package dev.terra.agent.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Ticker;
import dev.terra.core.view.PrometheusText;
import io.netty.channel.nio.NioEventLoopGroup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsServerTest {
  private final NioEventLoopGroup loops = new NioEventLoopGroup(1);
  private final HttpClient client = HttpClient.newHttpClient();
  private MetricsServer server;

  @BeforeEach
  void start() throws IOException {
    server = MetricsServer.open(loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), () -> "terra_x 1\n",
        Ticker.systemTicker());
  }

  @AfterEach
  void stop() {
    server.close();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).timeout(Duration.ofSeconds(20))
        .method(method, HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void figuresAreGivenAndNothingElse() throws Exception {
    HttpResponse<String> figures = ask("GET", "/metrics?x=y");
    assertThat(figures.statusCode()).isEqualTo(200);
    assertThat(figures.body()).isEqualTo("terra_x 1\n");
    assertThat(figures.headers().firstValue("content-type")).hasValue(PrometheusText.CONTENT_TYPE);
    assertThat(ask("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(ask("GET", "/v1/stats").statusCode()).isEqualTo(404);
  }

  @Test
  void anAddressThatIsTakenIsNamed() {
    assertThatThrownBy(() -> MetricsServer.open(loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), () -> "",
        Ticker.systemTicker()))
        .isInstanceOf(IOException.class).hasMessageContaining("127.0.0.1:" + server.port());
  }
}
