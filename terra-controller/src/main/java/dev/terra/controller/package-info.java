/** The controller: one thread owns all state; agents report, it schedules, it pushes rates. */
package dev.terra.controller;
