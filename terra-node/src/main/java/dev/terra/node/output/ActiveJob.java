package dev.terra.node.output;

/** A job that runs on this node, and the user whose files its outputs are. */
public record ActiveJob(String id, String user) {}
