/** Why a shuffle has its place, its paths and its rates, over HTTP. */
package dev.terra.rest.explain;
