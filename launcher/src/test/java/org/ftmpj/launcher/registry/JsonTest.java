package org.ftmpj.launcher.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {
  @Test
  void shouldWriteWhatTheCommandsSay() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("path", Path.of("/a \"b\"\\"));
    map.put("none", Optional.empty());
    map.put("some", Optional.of(3L));
    map.put("list", List.of(true, "line\nline"));
    map.put("empty", List.of());
    assertThat(Json.of(map))
        .isEqualTo(
            """
            {
              "path": "/a \\"b\\"\\\\",
              "none": null,
              "some": 3,
              "list": [
                true,
                "line\\nline"
              ],
              "empty": []
            }""");
  }
}
