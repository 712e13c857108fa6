/** This package contains a generated controller, for tests of dashboards and for load tests. */
package dev.terra.rest.check;
