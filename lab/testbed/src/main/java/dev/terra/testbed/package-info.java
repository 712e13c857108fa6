/** The testbed: an emulated WAN and a real YARN cluster on it, in network namespaces. */
package dev.terra.testbed;
