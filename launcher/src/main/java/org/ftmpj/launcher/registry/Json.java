package org.ftmpj.launcher.registry;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;

/** Writes maps, collections, optionals, numbers, booleans and texts as JSON, indented. */
public final class Json {
  private final StringBuilder out = new StringBuilder();

  private Json() {}

  /**
   * @param value maps keep their order; anything else than named above is written as text
   */
  public static String of(Object value) {
    Json json = new Json();
    json.write(value, "");
    return json.out.toString();
  }

  private void write(Object value, String indent) {
    Object plain = value instanceof Optional<?> optional ? optional.orElse(null) : value;
    if (plain == null || plain instanceof Number || plain instanceof Boolean) {
      out.append(plain);
    } else if (plain instanceof Map<?, ?> map) {
      write(map, indent);
    } else if (plain instanceof Collection<?> all) {
      write(all, indent);
    } else {
      text(plain.toString());
    }
  }

  private void write(Map<?, ?> map, String indent) {
    String inner = indent + "  ";
    out.append('{');
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      out.append('\n').append(inner);
      text(entry.getKey().toString());
      out.append(": ");
      write(entry.getValue(), inner);
      out.append(entries.hasNext() ? "," : "\n" + indent);
    }
    out.append('}');
  }

  private void write(Collection<?> all, String indent) {
    String inner = indent + "  ";
    out.append('[');
    Iterator<?> values = all.iterator();
    while (values.hasNext()) {
      out.append('\n').append(inner);
      write(values.next(), inner);
      out.append(values.hasNext() ? "," : "\n" + indent);
    }
    out.append(']');
  }

  private void text(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
