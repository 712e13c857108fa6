/** For dashboards and load tests: a controller that is made up. */
package dev.terra.rest.check;
