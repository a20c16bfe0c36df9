package org.ftmpj.interceptors.bridge;

import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.RecordedSecureRandom;
import org.ftmpj.interceptors.bridge.value.Source;
import org.ftmpj.interceptors.bridge.value.ValueHooks;

/**
 * Random numbers without a seed of the program's. Generators get one from the calling thread's
 * {@link ValueHooks#generator}, whose own seed is all that is recorded; but what a {@code
 * SecureRandom} gives is recorded itself.
 */
public final class Randoms {
  private Randoms() {}

  /** The seed of a generator that the program does not seed. */
  public static long seed() {
    return Recorded.hooks().generator().nextLong();
  }

  /** Instead of {@link Math#random}. */
  public static double random() {
    return Recorded.hooks().generator().nextDouble();
  }

  /** Instead of {@code new Random()}. */
  public static Random newRandom() {
    return new SharedRandom(seed());
  }

  /** Instead of {@link ThreadLocalRandom#current}. */
  public static ThreadLocalRandom current() {
    return Recorded.hooks().threadLocalRandom();
  }

  /** Instead of {@link Collections#shuffle(List)}. */
  public static void shuffle(List<?> list) {
    Collections.shuffle(list, newRandom());
  }

  /** Instead of {@link RandomGenerator#getDefault}. */
  public static RandomGenerator getDefault() {
    return create(RandomGeneratorFactory.getDefault());
  }

  /** Instead of {@link RandomGenerator#of}. */
  public static RandomGenerator of(String name) {
    return create(RandomGeneratorFactory.of(name));
  }

  /** Instead of {@link RandomGenerator.SplittableGenerator#of}. */
  public static RandomGenerator.SplittableGenerator splittable(String name) {
    return as(
        RandomGenerator.SplittableGenerator.class, name, RandomGenerator.SplittableGenerator::of);
  }

  /** Instead of {@link RandomGenerator.StreamableGenerator#of}. */
  public static RandomGenerator.StreamableGenerator streamable(String name) {
    return as(
        RandomGenerator.StreamableGenerator.class, name, RandomGenerator.StreamableGenerator::of);
  }

  /** Instead of {@link RandomGenerator.JumpableGenerator#of}. */
  public static RandomGenerator.JumpableGenerator jumpable(String name) {
    return as(RandomGenerator.JumpableGenerator.class, name, RandomGenerator.JumpableGenerator::of);
  }

  /** Instead of {@link RandomGenerator.LeapableGenerator#of}. */
  public static RandomGenerator.LeapableGenerator leapable(String name) {
    return as(RandomGenerator.LeapableGenerator.class, name, RandomGenerator.LeapableGenerator::of);
  }

  /** Instead of {@link RandomGenerator.ArbitrarilyJumpableGenerator#of}. */
  public static RandomGenerator.ArbitrarilyJumpableGenerator arbitrarilyJumpable(String name) {
    return as(
        RandomGenerator.ArbitrarilyJumpableGenerator.class,
        name,
        RandomGenerator.ArbitrarilyJumpableGenerator::of);
  }

  /**
   * @param actual complains if there is none of that kind and name
   */
  private static <G extends RandomGenerator> G as(
      Class<G> kind, String name, Function<String, G> actual) {
    actual.apply(name);
    return kind.cast(of(name));
  }

  /** Instead of {@link RandomGeneratorFactory#create()}. */
  public static RandomGenerator create(RandomGeneratorFactory<?> factory) {
    return switch (factory.name()) {
      case "SecureRandom" -> new RecordedSecureRandom();
      case "Random" -> newRandom();
      default -> factory.create(seed());
    };
  }

  /** Instead of {@link SecureRandom#getInstance(String)}. */
  public static SecureRandom getInstance(String algorithm) throws NoSuchAlgorithmException {
    return new RecordedSecureRandom(SecureRandom.getInstance(algorithm));
  }

  /** Instead of {@link SecureRandom#getInstance(String, String)}. */
  public static SecureRandom getInstance(String algorithm, String provider)
      throws NoSuchAlgorithmException, NoSuchProviderException {
    return new RecordedSecureRandom(SecureRandom.getInstance(algorithm, provider));
  }

  /** Instead of {@link SecureRandom#getInstance(String, Provider)}. */
  public static SecureRandom getInstance(String algorithm, Provider provider)
      throws NoSuchAlgorithmException {
    return new RecordedSecureRandom(SecureRandom.getInstance(algorithm, provider));
  }

  /** Instead of {@link SecureRandom#getInstanceStrong}. */
  public static SecureRandom getInstanceStrong() throws NoSuchAlgorithmException {
    return new RecordedSecureRandom(SecureRandom.getInstanceStrong());
  }

  /** Instead of {@link UUID#randomUUID}. */
  public static UUID randomUuid() {
    ByteBuffer bytes = ByteBuffer.wrap(Recorded.data(Source.UUID, Randoms::uuidBytes));
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static byte[] uuidBytes() {
    UUID uuid = UUID.randomUUID();
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }
}
