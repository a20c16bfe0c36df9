package org.ftmpj.network.wire;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * TLS 1.3 in all connections of a process. Both sides show a certificate, and believe whatever
 * those that they trust have signed: a host's address is not looked at. The proof of the job's
 * secret follows in it.
 */
public final class Tls implements Wiring {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  private final SSLContext context;

  private Tls(SSLContext context) {
    this.context = context;
  }

  /**
   * TLS with what these files hold, in PEM.
   *
   * @param certificate this host's certificate, and those between it and a trusted one
   * @param key its private key, in PKCS #8, without a password
   * @param trust the certificates that are trusted
   * @throws FtmpjException {@code HOST_CERTIFICATE} if that cannot be read
   */
  public static Tls of(Path certificate, Path key, Path trust) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(PemFiles.identity(certificate, key), new char[0]);
      TrustManagerFactory trusted =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      KeyStore certificates = PemFiles.trusted(trust);
      trusted.init(certificates);
      SSLContext context = SSLContext.getInstance(PROTOCOLS[0]);
      context.init(keys.getKeyManagers(), trusted.getTrustManagers(), null);
      return new Tls(context);
    } catch (IOException | GeneralSecurityException e) {
      throw new FtmpjException(ErrorCode.HOST_CERTIFICATE, Reason.of(e), e);
    }
  }

  @Override
  public Wire connecting(SocketChannel channel) {
    return wire(channel, true);
  }

  @Override
  public Wire accepting(SocketChannel channel) {
    return wire(channel, false);
  }

  private Wire wire(SocketChannel channel, boolean connecting) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(connecting);
    engine.setEnabledProtocols(PROTOCOLS);
    if (!connecting) {
      engine.setNeedClientAuth(true);
    }
    return new TlsWire(channel, engine);
  }
}
