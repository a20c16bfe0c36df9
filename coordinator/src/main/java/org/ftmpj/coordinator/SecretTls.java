package org.ftmpj.coordinator;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;
import org.ftmpj.common.secret.Secret;

/** TLS of the JDK between processes that know the secret, at both ends of a connection. */
final class SecretTls {
  private SecretTls() {}

  /** The TLS settings with a new key. */
  static GrpcTlsConfig by(Secret secret) {
    return GrpcTlsConfig.newBuilder()
        .setKeyManager(keyManager(Certificate.by(secret)))
        .setTrustManager(new Trust(secret))
        .setMutualTls(true)
        .setSslProvider(SslProvider.JDK)
        .build();
  }

  private static KeyManager keyManager(Certificate own) {
    char[] noPassword = {};
    X509Certificate[] chain = {own.certificate()};
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("member", own.key(), noPassword, chain);
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, noPassword);
      return keys.getKeyManagers()[0];
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("Every Java runtime has PKCS12", e);
    }
  }

  /** Accepts certificates that {@link Certificate} has made with the secret; ignores host names. */
  private static final class Trust extends X509ExtendedTrustManager {
    private final Secret secret;

    Trust(Secret secret) {
      this.secret = secret;
    }

    private void check(X509Certificate[] chain) throws CertificateException {
      if (chain.length != 1 || !Certificate.isBy(secret, chain[0])) {
        throw new CertificateException("The other side does not know the secret");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      check(chain);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
