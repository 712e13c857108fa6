/** Sends a trace's shuffles over an emulated WAN, by Terra and by TCP, and compares job times with the simulator's. */
package dev.terra.lab.replay;
