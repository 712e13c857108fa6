/** The parts of a testbed's cluster that has users: a KDC, accounts, keys, and containers that run as their users. */
package dev.terra.testbed.secure;
