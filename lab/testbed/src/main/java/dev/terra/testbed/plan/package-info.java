/** What a testbed will look like, as data: addresses, namespaces, commands, routes. No I/O. */
package dev.terra.testbed.plan;
