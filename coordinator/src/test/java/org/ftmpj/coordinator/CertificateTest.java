package org.ftmpj.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.ftmpj.common.secret.Secret;
import org.junit.jupiter.api.Test;

class CertificateTest {
  private final Secret secret = secret("the secret of the job");

  @Test
  void shouldShowThatItsMakerKnowsTheSecret() throws GeneralSecurityException {
    Certificate made = Certificate.by(secret);
    made.certificate().checkValidity();
    assertThat(made.certificate().getVersion()).isEqualTo(3);
    assertThat(Certificate.isBy(secret, made.certificate())).isTrue();
    assertThat(Certificate.isBy(secret("another secret than it"), made.certificate())).isFalse();
  }

  @Test
  void shouldHaveAnotherKeyEachTime() {
    Certificate one = Certificate.by(secret);
    Certificate other = Certificate.by(secret);
    assertThat(one.certificate().getPublicKey()).isNotEqualTo(other.certificate().getPublicKey());
  }

  private static Secret secret(String text) {
    try {
      return Secret.of(text, "this test");
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
