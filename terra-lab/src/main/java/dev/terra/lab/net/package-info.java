/** Talking to processes inside the testbed's network namespaces, and what its agents say of themselves. */
package dev.terra.lab.net;
