/** Talking to processes inside the testbed's network namespaces. */
package dev.terra.cli.net;
