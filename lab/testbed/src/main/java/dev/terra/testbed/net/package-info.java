/** The emulated WAN at work: namespaces, links, and commands inside hosts. */
package dev.terra.testbed.net;
