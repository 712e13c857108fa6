/** What one user's processes get of another user's running job, on a testbed that has users. */
package dev.terra.lab.users;
