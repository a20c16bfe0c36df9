package org.ftmpj.interceptors.bridge.value;

import java.security.AlgorithmParameters;
import java.security.InvalidAlgorithmParameterException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;

/** Encryption and signatures with random numbers that the program does not give: recorded ones. */
public final class Ciphers {
  private Ciphers() {}

  /** Instead of {@link Cipher#init(int, Key)}. */
  public static void init(Cipher cipher, int mode, Key key) throws InvalidKeyException {
    cipher.init(mode, key, new RecordedSecureRandom());
  }

  /** Instead of {@link Cipher#init(int, Certificate)}. */
  public static void init(Cipher cipher, int mode, Certificate certificate)
      throws InvalidKeyException {
    cipher.init(mode, certificate, new RecordedSecureRandom());
  }

  /** Instead of {@link Cipher#init(int, Key, AlgorithmParameterSpec)}. */
  public static void init(Cipher cipher, int mode, Key key, AlgorithmParameterSpec parameters)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    cipher.init(mode, key, parameters, new RecordedSecureRandom());
  }

  /** Instead of {@link Cipher#init(int, Key, AlgorithmParameters)}. */
  public static void init(Cipher cipher, int mode, Key key, AlgorithmParameters parameters)
      throws InvalidKeyException, InvalidAlgorithmParameterException {
    cipher.init(mode, key, parameters, new RecordedSecureRandom());
  }

  /** Instead of {@link Signature#initSign(PrivateKey)}. */
  public static void initSign(Signature signature, PrivateKey key) throws InvalidKeyException {
    signature.initSign(key, new RecordedSecureRandom());
  }
}
