/** Attempts of one user's processes to read another user's running job, on a testbed that has users. */
package dev.terra.lab.users;
