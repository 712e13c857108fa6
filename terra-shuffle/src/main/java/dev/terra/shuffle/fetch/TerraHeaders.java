package dev.terra.shuffle.fetch;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/** Header fields between handlers, and those of every shuffle response. */
public final class TerraHeaders {
  /** Marks a relay's direct fetch, which the origin serves itself; the value names the relaying node, for people. */
  public static final String VIA = "X-Terra-Via";
  /** How many bytes of the response's body the relay already delivered. */
  public static final String SKIP = "X-Terra-Skip";
  /** How many of them the origin left out; absent = none. */
  public static final String SKIPPED = "X-Terra-Skipped";

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

  private TerraHeaders() {}

  /** The number of bytes to skip; 0 where the field is absent or no number. */
  static long skip(HttpHeaders headers) {
    return number(headers, SKIP).orElse(0);
  }

  /** A field that is a number of bytes. */
  public static OptionalLong number(HttpHeaders headers, String name) {
    String text = headers.get(name, "");
    return DIGITS.matcher(text).matches() ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /** The two fields by which reducers know the protocol's version. */
  public static void setVersion(HttpResponse response) {
    response.headers().set(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME)
        .set(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION);
  }
}
