/** The plan of a testbed, as data: addresses, namespaces, commands, routes. It does no I/O. */
package dev.terra.testbed.plan;
