/** Moves bytes over an emulated WAN by Terra and by other programs: {@code ./terra bench transfer}. */
package dev.terra.lab.transfer;
