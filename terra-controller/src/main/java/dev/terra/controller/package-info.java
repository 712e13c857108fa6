/** The controller: one thread owns all state; agents report, it schedules, it pushes rates. */
@NullMarked
package dev.terra.controller;

import org.jspecify.annotations.NullMarked;
