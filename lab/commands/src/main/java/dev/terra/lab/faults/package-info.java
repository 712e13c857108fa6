/** {@code ./terra verify faults}: breaks things in the middle of transfers, and looks what becomes of the bytes. */
package dev.terra.lab.faults;
