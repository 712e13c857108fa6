package dev.terra.spark.plugin;

import org.apache.spark.network.shuffle.DownloadFileManager;

/** How the blocks of a fetch are fetched without Terra. */
record StockFetch(String host, int port, String execId, DownloadFileManager files) {}
