/** The history over HTTP, below {@code /api/v1/history}. */
package dev.terra.history.rest;
