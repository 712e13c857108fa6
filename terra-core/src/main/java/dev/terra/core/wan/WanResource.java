package dev.terra.core.wan;

/** A resource that bytes on a path use: one direction of a link, or the cap of a site. Links come before caps in the order. */
public interface WanResource extends Comparable<WanResource> {}
