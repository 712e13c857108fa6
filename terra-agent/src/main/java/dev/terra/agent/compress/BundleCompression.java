package dev.terra.agent.compress;

/**
 * What compression achieves for a bundle, and what it costs.
 *
 * @param wireShare the bytes on links for each plain byte that is sent at present, above 0 to 1
 * @param share the share of the bundle's chunks that is chosen to be compressed at present, 0 to 1
 * @param savedBytes the bytes that compression of acknowledged chunks kept from links
 * @param nanos for how long threads have compressed the bundle's chunks, including the time in which they waited for a core
 */
public record BundleCompression(double wireShare, double share, long savedBytes, long nanos) {
  /** The value for a bundle of which nothing is compressed. */
  public static final BundleCompression NONE = new BundleCompression(1, 0, 0, 0);
}
