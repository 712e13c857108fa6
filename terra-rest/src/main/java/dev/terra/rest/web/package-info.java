/** Answers requests: finds the endpoint, checks who asks and what, encodes. */
package dev.terra.rest.web;
