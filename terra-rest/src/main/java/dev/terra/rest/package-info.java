/** The controller over HTTP. */
package dev.terra.rest;
