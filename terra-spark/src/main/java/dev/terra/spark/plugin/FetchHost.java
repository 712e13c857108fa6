package dev.terra.spark.plugin;

import dev.terra.spark.pull.PullCounts;
import org.apache.spark.network.shuffle.BlockFetchingListener;
import org.apache.spark.network.util.TransportConf;

/** The operations of the client that a fetch uses. */
interface FetchHost {
  /** Returns the node's own shuffle service. */
  NodeService service();

  /** Returns Spark's settings of its network. */
  TransportConf transportConf();

  /** Returns a key that no other fetch of this executor has. */
  String newKey();

  /** Notes that a host is not at another site. */
  void noteLocal(String host);

  /** Notes that the service considers the shuffle of these blocks too small. */
  void noteSmall(StockFetch way, String[] blockIds);

  /** Notes that the service carries the shuffle of these blocks. */
  void noteCarried(StockFetch way, String[] blockIds);

  /** Returns about how many bytes the current stage reads of a shuffle; 0 if this is unknown. */
  long stageBytes(String[] blockIds);

  /** Adds to the counts. */
  void count(PullCounts more);

  /** Continues a fetch without Terra, on another thread, because it may have to make a connection. */
  void fetchStock(StockFetch way, String[] blockIds, BlockFetchingListener listener);
}
