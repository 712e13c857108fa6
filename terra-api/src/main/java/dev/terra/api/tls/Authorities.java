package dev.terra.api.tls;

import java.nio.file.Path;
import javax.net.ssl.X509TrustManager;

/** Whose signatures count, and the file that says so. */
record Authorities(Path file, X509TrustManager trust) {}
