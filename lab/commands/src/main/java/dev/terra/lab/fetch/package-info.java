/**
 * Fetches by shuffle handlers without YARN: what those cost that Terra does not carry ({@code ./terra bench fetch}), how long they take
 * beside what it carries ({@code ./terra verify classes}), where those have been that it carries ({@code ./terra verify residency}), and
 * what queues gain that share a cache ({@code ./terra verify shares}).
 */
package dev.terra.lab.fetch;
