package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullCounts;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.util.TransportConf;

/** What a fetch needs of the client that began it. */
interface FetchHost {
  /** The node's own shuffle service. */
  NodeService service();

  /** Spark's settings of its network. */
  TransportConf transportConf();

  /** A key that no other fetch of this executor has. */
  String newKey();

  /** Notes that a host is at no other site. */
  void noteLocal(String host);

  /** Notes that the service calls the shuffle of these blocks too small. */
  void noteSmall(StockFetch way, String[] blockIds);

  /** Notes that the service carries the shuffle of these blocks. */
  void noteCarried(StockFetch way, String[] blockIds);

  /** About how many bytes the stage at hand reads of a shuffle; 0 if that is not known. */
  long stageBytes(String[] blockIds);

  /** Adds to what is counted. */
  void count(PullCounts more);

  /** Goes on without Terra, on another thread: a connection may have to be made. */
  void fetchStock(StockFetch way, String[] blockIds, BlockFetchingListener listener);
}
