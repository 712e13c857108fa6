/** What makes a testbed's cluster one that has users: a KDC, accounts, keys, and containers that run as whom they work for. */
package dev.terra.testbed.secure;
