/** The controller: agents report to it, it schedules, and it sends rates to them. One thread owns all of its state. */
@NullMarked
package dev.terra.controller;

import org.jspecify.annotations.NullMarked;
