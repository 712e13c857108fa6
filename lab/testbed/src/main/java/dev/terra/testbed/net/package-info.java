/** The emulated WAN in operation: namespaces, links, and commands inside hosts. */
package dev.terra.testbed.net;
