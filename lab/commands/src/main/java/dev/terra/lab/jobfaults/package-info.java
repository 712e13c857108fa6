/** What breaks in the middle of real jobs, and how to see that bytes flow again. */
package dev.terra.lab.jobfaults;
