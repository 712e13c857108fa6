/**
 * Fetches by shuffle handlers without YARN: the cost of fetches that Terra does not carry ({@code ./terra bench
 * fetch}), how long they take beside those that it carries ({@code ./terra verify classes}), where the carried bytes
 * have been ({@code ./terra verify residency}), and what queues gain that share a cache ({@code ./terra verify
 * shares}).
 */
package dev.terra.lab.fetch;
