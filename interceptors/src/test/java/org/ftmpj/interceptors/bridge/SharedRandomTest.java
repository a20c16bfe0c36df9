package org.ftmpj.interceptors.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharedRandomTest {

  @Test
  void shouldDrawWhatARandomDraws() {
    assertThat(numbers(new SharedRandom(42))).isEqualTo(numbers(new Random(42)));
  }

  @Test
  void shouldGoOnAfterItWasSent() throws IOException, ClassNotFoundException {
    Random random = new SharedRandom(1);
    random.nextGaussian();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(random);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(numbers((Random) in.readObject())).isEqualTo(numbers(random));
    }
  }

  private static List<Object> numbers(Random random) {
    List<Object> numbers = new ArrayList<>();
    byte[] bytes = new byte[7];
    for (int i = 0; i < 3; i++) {
      numbers.add(random.nextInt());
      numbers.add(random.nextGaussian());
      numbers.add(random.nextInt(100));
      numbers.add(random.nextLong());
      random.nextBytes(bytes);
      numbers.add(List.of(bytes[0], bytes[6]));
      numbers.add(random.nextFloat());
      numbers.add(random.doubles(3).sum());
      numbers.add(random.nextInt(5, 50));
      numbers.add(random.longs(3, 0, 100).sum());
      if (i == 1) {
        random.setSeed(5);
      }
      numbers.add(random.nextGaussian());
      numbers.add(random.nextGaussian(2, 3));
    }
    return numbers;
  }
}
