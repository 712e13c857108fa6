package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullCounts;
import dev.terra.spark.pull.PullReply.Kind;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One fetch of blocks of a host, piece by piece from the service of this node. Its reader gets each block once it is complete; Spark's own
 * client fetches what has not arrived when Terra's part ends. One piece is requested at a time, so nothing here runs twice at once.
 */
final class PulledFetch {
  /** The most answers without a byte in succession. The service gives its agent up after fewer, as it answers each request within 10 s. */
  private static final int MOST_EMPTY = 30;
  private static final Logger LOG = LoggerFactory.getLogger(PulledFetch.class);

  private final FetchHost client;
  private final StockFetch way;
  private String[] ids;
  private final BlockFetchingListener reader;
  private final long stageBytes;
  private String key;
  private boolean again;
  private long[] lengths = {};
  private boolean begun;
  private int current;
  private long position;
  private int empty;
  private @Nullable BlockSink block;

  PulledFetch(FetchHost client, StockFetch way, String[] ids, BlockFetchingListener reader) {
    this.client = client;
    this.way = way;
    this.ids = ids.clone();
    this.reader = reader;
    this.stageBytes = client.stageBytes(ids);
    this.key = client.newKey();
  }

  void begin() {
    client.service().ask(open(), this::take);
  }

  private PullRequest open() {
    return new PullRequest.Open(key, way.host(), way.execId(), stageBytes, List.of(ids));
  }

  private void take(PullReply reply) {
    try {
      switch (reply.kind()) {
        case LENGTHS -> begin(reply);
        case BYTES -> take(reply.body());
        case WAIT -> next();
        case UNKNOWN -> beginAgain(reply);
        case LOCAL -> {
          client.noteLocal(way.host());
          goOn(reader);
        }
        default -> refused(reply);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Terra: the other blocks of {} are read without Terra: {}", way.host(), e.toString());
      goOn(counted(Kind.STOCK));
    }
  }

  private void begin(PullReply reply) throws IOException {
    if (begun || reply.lengths().length != ids.length) {
      throw new IOException("got the lengths of " + reply.lengths().length + " blocks, asked for " + ids.length);
    }
    begun = true;
    client.noteCarried(way, ids);
    lengths = reply.lengths();
    openNext();
    take(reply.body());
  }

  /** Requests the rest again, once: after a restart of the NodeManager, its service and the agent go on with what is left. */
  private void beginAgain(PullReply reply) {
    if (again) {
      refused(reply);
      return;
    }
    again = true;
    abandonBlock();
    ids = Arrays.copyOfRange(ids, current, ids.length);
    key = client.newKey();
    begun = false;
    current = 0;
    position = 0;
    begin();
  }

  private void openNext() throws IOException {
    block = current == ids.length ? null : BlockSink.open(lengths[current], way.files(), client.transportConf());
  }

  private void take(ByteBuffer bytes) throws IOException {
    empty = bytes.hasRemaining() ? 0 : empty;
    position += bytes.remaining();
    while (block != null && block.take(bytes)) {
      BlockSink whole = block;
      block = null;
      current++;
      whole.deliver(ids[current - 1], reader);
      openNext();
    }
    if (bytes.hasRemaining()) {
      throw new IOException(bytes.remaining() + " bytes more than expected");
    }
    if (block != null) {
      next();
    }
  }

  private void next() throws IOException {
    if (++empty > MOST_EMPTY) {
      throw new IOException(MOST_EMPTY + " answers carried no bytes");
    }
    client.service().ask(begun ? new PullRequest.Next(key, position) : open(), this::take);
  }

  private void refused(PullReply reply) {
    if (reply.kind() == Kind.BYPASS) {
      client.noteSmall(way, ids);
      LOG.debug("Terra: {} blocks of {} are read without Terra: {}", ids.length, way.host(), reply.text());
    } else {
      LOG.info("Terra: {} of {} blocks of {} are read without Terra: {}", ids.length - current, ids.length, way.host(), reply.text());
    }
    goOn(counted(reply.kind()));
  }

  private void abandonBlock() {
    if (block != null) {
      block.abandon();
      block = null;
    }
  }

  /** Returns a reader whose bytes are counted as fetched without Terra. */
  private BlockFetchingListener counted(Kind why) {
    if (begun && current < ids.length) {
      client.count(new PullCounts(0, 0, 1));
    }
    return new CountedReader(reader, size -> client.count(why == Kind.BYPASS ? new PullCounts(0, size, 0) : new PullCounts(size, 0, 0)));
  }

  /** Lets Spark's own client fetch the rest. */
  private void goOn(BlockFetchingListener to) {
    abandonBlock();
    String[] rest = Arrays.copyOfRange(ids, current, ids.length);
    if (rest.length > 0) {
      client.fetchStock(way, rest, to);
    }
  }
}
