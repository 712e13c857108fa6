/** Jobs for Tez on the testbed. */
package dev.terra.testbed.tez;
