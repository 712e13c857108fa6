/** Data and a client for Hive on the testbed. */
package dev.terra.testbed.hive;
