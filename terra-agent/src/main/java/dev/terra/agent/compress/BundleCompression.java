package dev.terra.agent.compress;

/**
 * What compression does for a bundle.
 *
 * @param wireShare how many bytes on links there are to a byte of it that is sent now, above 0 to 1
 * @param share of its chunks that is chosen to be compressed now, 0 to 1
 * @param savedBytes of the acknowledged bytes: what compressed chunks kept from links
 * @param nanos for how long threads have compressed its chunks, waiting for a core included
 */
public record BundleCompression(double wireShare, double share, long savedBytes, long nanos) {
  /** All goes as it is. */
  public static final BundleCompression NONE = new BundleCompression(1, 0, 0, 0);
}
