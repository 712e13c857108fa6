/** A server that answers as ONOS does and drives the testbed's switches. */
package dev.terra.testbed.onos;
