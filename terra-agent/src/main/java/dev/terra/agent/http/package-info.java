/** HTTP inside the site: reading segments from handlers, and serving fetches and statistics to them. */
package dev.terra.agent.http;
