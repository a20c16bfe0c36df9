package org.ftmpj.network.wire;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Certificates of a test, made by keytool, which signs each with its own key. */
public final class Certificates {
  private static final char[] PASSWORD = "for this test".toCharArray();

  private final Path directory;

  public Certificates(Path directory) {
    this.directory = directory;
  }

  /** Makes a key and its certificate: NAME.key and NAME.pem. */
  public void make(String name, String kind) throws IOException, GeneralSecurityException {
    Path store = directory.resolve(name + ".p12");
    keytool(
        List.of(
            "-genkeypair",
            "-alias",
            name,
            "-keyalg",
            kind,
            "-dname",
            "CN=" + name,
            "-validity",
            "2",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            new String(PASSWORD)));
    KeyStore made = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      made.load(in, PASSWORD);
    }
    Files.writeString(key(name), pem("PRIVATE KEY", made.getKey(name, PASSWORD).getEncoded()));
    Files.writeString(
        certificate(name), pem("CERTIFICATE", made.getCertificate(name).getEncoded()));
  }

  public Path key(String name) {
    return directory.resolve(name + ".key");
  }

  public Path certificate(String name) {
    return directory.resolve(name + ".pem");
  }

  /** A host with its certificate that trusts others. */
  public Tls tls(String name, String... trusted) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String other : trusted) {
      all.append(Files.readString(certificate(other)));
    }
    Path trust = Files.writeString(directory.resolve(name + ".trust"), all);
    return Tls.of(certificate(name), key(name), trust);
  }

  private static void keytool(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>(arguments);
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes());
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(said);
    }
  }

  private static String pem(String what, byte[] content) {
    return "-----BEGIN "
        + what
        + "-----\n"
        + Base64.getMimeEncoder().encodeToString(content)
        + "\n-----END "
        + what
        + "-----\n";
  }
}
