/** Engines that run on the testbed's YARN besides MapReduce: their jars and their configuration. */
package dev.terra.testbed.engine;
