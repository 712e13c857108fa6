package dev.terra.node.segment;

import java.io.RandomAccessFile;

/** A segment in an open file; whoever gets it closes it. */
public record OpenSegment(RandomAccessFile file, long offset, long length) {}
