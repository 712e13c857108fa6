/** Faults in the middle of real jobs, and the checks of whether bytes flow again. */
package dev.terra.lab.jobfaults;
