package dev.terra.core.wan;

/** What bytes on a path take a part of: one direction of a link, or the cap of a site. Links come before caps. */
public interface WanResource extends Comparable<WanResource> {}
