/** Who of several controllers leads. */
package dev.terra.controller.election;
