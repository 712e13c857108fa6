package dev.terra.api.tls;

import java.nio.file.Path;
import javax.net.ssl.X509TrustManager;

/** The authorities whose signatures are trusted, and the file that contains them. */
record Authorities(Path file, X509TrustManager trust) {}
