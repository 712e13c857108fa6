package dev.terra.node.output;

/** A job that runs on this node, and the user who owns the files of its outputs. */
public record ActiveJob(String id, String user) {}
