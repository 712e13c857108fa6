/**
 * Fetches that Terra does not carry: what it costs them ({@code ./terra bench fetch}), and how long they take beside what it carries
 * ({@code ./terra verify classes}).
 */
package dev.terra.lab.fetch;
