package org.ftmpj.checkpoint.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class RecipeTest {
  @Test
  void shouldMakeAgainWhatItHasWritten() throws Exception {
    List<Object> all =
        List.of(
            Locale.forLanguageTag("zh-Hans-TW-u-ca-roc-x-own"),
            Currency.getInstance("EUR"),
            InetAddress.getByAddress("a.example", new byte[] {10, 0, 0, 1}),
            InetAddress.getByName("fe80::1"),
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 80),
            InetSocketAddress.createUnresolved("b.example", 81));
    for (Object each : all) {
      Recipe recipe = Recipe.of(each.getClass());
      assertThat(recipe).as(each.toString()).isEqualTo(Recipe.SERIALIZED);
      assertThat(recipe.object(recipe.bytes(each))).isEqualTo(each);
    }
  }

  /** An image that was changed. */
  @Test
  void shouldMakeNothingElse() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ArrayList<>(List.of(1)));
    }
    assertThatThrownBy(() -> Recipe.SERIALIZED.object(bytes.toByteArray()))
        .isInstanceOf(InvalidClassException.class);
  }
}
