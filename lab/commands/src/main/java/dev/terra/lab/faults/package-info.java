/** {@code ./terra verify faults}: injects faults in the middle of transfers, and checks what arrives. */
package dev.terra.lab.faults;
