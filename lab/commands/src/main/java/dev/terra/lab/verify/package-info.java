/** The long suites, which {@code mvn verify} leaves out. */
package dev.terra.lab.verify;

