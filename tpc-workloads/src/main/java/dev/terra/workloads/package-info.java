/** Workloads that are derived from TPC-H and TPC-DS, or shaped like BigBench. */
package dev.terra.workloads;
