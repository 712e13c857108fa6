/** Queries in the dialects of engines, and comparison of what they return. */
package dev.terra.workloads.query;
