package dev.terra.lab.jobfaults;

/** A fault that was injected into a run with Terra, and how often it struck. */
public record StrikeReport(
    String kind,
    String target,
    int strikes,
    double atSeconds,
    long crossSiteBytesOutstanding,
    Double detectedSeconds,
    Double resumedSeconds,
    String whatTerraDid) {}
