/** Queries in the dialects of engines, and comparison of their results. */
package dev.terra.workloads.query;
