package org.ftmpj.coordinator;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;
import org.ftmpj.common.secret.Secret;

/** TLS of the JDK between those who know the secret, at both ends of a connection. */
final class SecretTls {
  private SecretTls() {}

  /** With a new key. */
  static GrpcTlsConfig by(Secret secret) {
    return GrpcTlsConfig.newBuilder()
        .setKeyManager(new OwnKey(Certificate.by(secret)))
        .setTrustManager(new Trust(secret))
        .setMutualTls(true)
        .setSslProvider(SslProvider.JDK)
        .build();
  }

  /** The one key that there is, for whatever is asked. */
  private static final class OwnKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "member";

    private final Certificate own;

    OwnKey(Certificate own) {
      this.own = own;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String chooseClientAlias(String[] keyType, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String chooseEngineClientAlias(String[] keyType, Principal[] issuers, SSLEngine engine) {
      return ALIAS;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return keyType.startsWith("EC") ? ALIAS : null;
    }

    @Override
    public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
      return keyType.startsWith("EC") ? ALIAS : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {own.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return own.key();
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
