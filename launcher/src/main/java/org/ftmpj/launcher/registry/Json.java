package org.ftmpj.launcher.registry;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** Writes maps, collections, optionals, numbers, booleans and texts as JSON, indented. */
public final class Json {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();

  private Json() {}

  /**
   * @param value maps keep their order; any other object is written as text
   */
  public static String of(Object value) {
    return GSON.toJson(tree(value));
  }

  private static JsonElement tree(Object value) {
    if (value == null) {
      return JsonNull.INSTANCE;
    }
    if (value instanceof Optional<?> optional) {
      return tree(optional.orElse(null));
    }
    if (value instanceof Map<?, ?> map) {
      JsonObject object = new JsonObject();
      map.forEach((name, of) -> object.add(name.toString(), tree(of)));
      return object;
    }
    if (value instanceof Collection<?> all) {
      JsonArray array = new JsonArray();
      all.forEach(one -> array.add(tree(one)));
      return array;
    }
    if (value instanceof Number number) {
      return new JsonPrimitive(number);
    }
    return value instanceof Boolean yes
        ? new JsonPrimitive(yes)
        : new JsonPrimitive(value.toString());
  }
}
