/** Workloads that are derived from TPC-H and TPC-DS, or shaped like BigBench: what they are made of. */
package dev.terra.workloads;
