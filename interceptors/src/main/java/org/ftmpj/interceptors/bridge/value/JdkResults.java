package org.ftmpj.interceptors.bridge.value;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.spec.InvalidParameterSpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * Results of methods of the JDK that differ from run to run. The program's call is made as it is,
 * in a repetition, too; then the result comes here. So whatever the call itself reads is repeated.
 */
public final class JdkResults {
  private JdkResults() {}

  /** A time, a number of bytes, the number of a thread. */
  public static long result(long actual) {
    return Recorded.number(Source.MACHINE, () -> actual);
  }

  /** A count. */
  public static int result(int actual) {
    return (int) Recorded.number(Source.MACHINE, () -> actual);
  }

  /** A load. */
  public static double result(double actual) {
    long bits = Recorded.number(Source.MACHINE, () -> Double.doubleToRawLongBits(actual));
    return Double.longBitsToDouble(bits);
  }

  /** A state. */
  public static boolean result(boolean actual) {
    return Recorded.number(Source.MACHINE, () -> actual ? 1 : 0) != 0;
  }

  /** A name. */
  public static String result(String actual) {
    return Recorded.text(Source.MACHINE, () -> actual);
  }

  /** Times, or the numbers of threads. */
  public static long[] result(long[] actual) {
    byte[] bytes = Recorded.data(Source.MACHINE, () -> encoded(actual));
    if (bytes.length % Long.BYTES != 0) {
      return null;
    }
    long[] result = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).asLongBuffer().get(result);
    return result;
  }

  private static byte[] encoded(long[] numbers) {
    if (numbers == null) {
      return new byte[1];
    }
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
    bytes.asLongBuffer().put(numbers);
    return bytes.array();
  }

  /** A seed. */
  public static byte[] result(byte[] actual) {
    return Recorded.data(Source.SECURE_RANDOM, actual::clone);
  }

  /** Records a key; one without an encoded form is returned as it is. */
  public static SecretKey result(SecretKey actual) {
    byte[] now = actual.getEncoded();
    if (now == null) {
      return actual;
    }
    byte[] bytes = result(now);
    return Arrays.equals(bytes, now) ? actual : new SecretKeySpec(bytes, actual.getAlgorithm());
  }

  /** Parameters, such as a large prime number. */
  public static AlgorithmParameters result(AlgorithmParameters actual)
      throws GeneralSecurityException {
    try {
      byte[] now = actual.getEncoded();
      byte[] bytes = result(now);
      if (Arrays.equals(bytes, now)) {
        return actual;
      }
      AlgorithmParameters again = AlgorithmParameters.getInstance(actual.getAlgorithm());
      again.init(bytes);
      return again;
    } catch (IOException e) {
      throw new InvalidParameterSpecException(e.toString()); // of a provider: does not read itself
    }
  }

  /** Records two keys; those without an encoded form are returned as they are. */
  public static KeyPair result(KeyPair actual) throws GeneralSecurityException {
    byte[] open = actual.getPublic().getEncoded();
    byte[] secret = actual.getPrivate().getEncoded();
    if (open == null || secret == null) {
      return actual;
    }
    byte[] openAgain = result(open);
    byte[] secretAgain = result(secret);
    if (Arrays.equals(open, openAgain) && Arrays.equals(secret, secretAgain)) {
      return actual;
    }
    KeyFactory factory = KeyFactory.getInstance(actual.getPublic().getAlgorithm());
    return new KeyPair(
        factory.generatePublic(new X509EncodedKeySpec(openAgain)),
        factory.generatePrivate(new PKCS8EncodedKeySpec(secretAgain)));
  }
}
