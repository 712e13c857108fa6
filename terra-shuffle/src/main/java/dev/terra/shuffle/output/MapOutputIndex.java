package dev.terra.shuffle.output;

import java.io.IOException;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.SpillRecord;

/** Where each reducer's part lies in one map output, in bytes. Immutable. */
public final class MapOutputIndex {
  private final long[] offsets;
  private final long[] partLengths;
  private final long[] rawLengths;

  private MapOutputIndex(int partitions) {
    offsets = new long[partitions];
    partLengths = new long[partitions];
    rawLengths = new long[partitions];
  }

  static MapOutputIndex of(SpillRecord spill) throws IOException {
    MapOutputIndex index = new MapOutputIndex(spill.size());
    for (int reduce = 0; reduce < spill.size(); reduce++) {
      IndexRecord entry = spill.getIndex(reduce);
      if (entry.startOffset < 0 || entry.partLength < 0 || entry.rawLength < 0) {
        throw new IOException("negative length in the index at reducer " + reduce);
      }
      index.offsets[reduce] = entry.startOffset;
      index.partLengths[reduce] = entry.partLength;
      index.rawLengths[reduce] = entry.rawLength;
    }
    return index;
  }

  /** The number of reducers. */
  public int partitions() {
    return offsets.length;
  }

  /** Where a reducer's part begins in the data file. */
  public long offset(int reduce) {
    return offsets[reduce];
  }

  /** A part's bytes on the wire. */
  public long partLength(int reduce) {
    return partLengths[reduce];
  }

  /** A part's bytes after decompression. */
  public long rawLength(int reduce) {
    return rawLengths[reduce];
  }
}
