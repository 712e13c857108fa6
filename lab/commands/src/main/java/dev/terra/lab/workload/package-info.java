/** Streams of queries on real engines over an emulated WAN, with the stock shuffle and with Terra. */
package dev.terra.lab.workload;
