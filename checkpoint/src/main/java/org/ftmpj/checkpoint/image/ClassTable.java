package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.checkpoint.image.ImageClass.Form;

/**
 * The classes of an image that is being made, each with the means to find it in another process.
 */
final class ClassTable {
  /** The way in which a class is found. */
  enum Source {
    /** By its loader and name. */
    NAME,
    /** By the class of its elements. */
    ARRAY,
    /** By the interfaces that a proxy implements. */
    PROXY,
    /** By a lambda's function, since the name of its class is useless. */
    LAMBDA
  }

  private record Entry(ImageClass type, Source source, int[] others, String[] texts) {}

  private final Loaders loaders;
  private final Map<Class<?>, ImageClass> classes = new IdentityHashMap<>();
  private final List<Entry> entries = new ArrayList<>();

  ClassTable(Loaders loaders) {
    this.loaders = loaders;
  }

  /**
   * @throws NotInImage if another process cannot find the class
   */
  ImageClass of(Class<?> type) throws NotInImage {
    ImageClass known = classes.get(type);
    return known != null ? known : add(type);
  }

  ImageClass get(int index) {
    return entries.get(index).type();
  }

  private ImageClass add(Class<?> type) throws NotInImage {
    if (type.isArray()) {
      return add(type, Source.ARRAY, new int[] {of(type.getComponentType()).index()});
    }
    String loader = loaders.name(type.getClassLoader());
    if (loader == null) {
      throw new NotInImage("a class of a loader of the program's own, " + type.getClassLoader());
    }
    if (Proxy.isProxyClass(type)) {
      Class<?>[] faces = type.getInterfaces();
      int[] others = new int[faces.length];
      for (int i = 0; i < faces.length; i++) {
        others[i] = of(faces[i]).index();
      }
      return add(type, Source.PROXY, others, loader);
    }
    if (type.isHidden()) {
      return add(type, Source.LAMBDA, new int[0], LambdaRecipe.describe(type, loader));
    }
    return add(type, Source.NAME, new int[0], loader, type.getName());
  }

  private ImageClass add(Class<?> type, Source source, int[] others, String... texts) {
    ImageClass added = new ImageClass(entries.size(), type);
    entries.add(new Entry(added, source, others, texts));
    classes.put(type, added);
    return added;
  }

  void write(ImageOutput to) throws IOException {
    to.putInt(entries.size());
    for (Entry entry : entries) {
      to.putByte(entry.source().ordinal());
      to.putInt(entry.others().length);
      for (int other : entry.others()) {
        to.putInt(other);
      }
      to.putStrings(entry.texts());
      to.putInt(System.identityHashCode(entry.type().type()));
      to.putByte(entry.type().form().ordinal());
      if (entry.type().layout() != null) {
        to.putStrings(entry.type().layout().names());
      }
    }
  }

  /**
   * Reads what {@link #write} has written, and finds the classes in this process. Classes with
   * names come first: creating others may take their hash codes and so give them one.
   */
  static List<ImageClass> read(ImageInput from, Loaders loaders) throws IOException {
    List<Found> found = new ArrayList<>();
    for (int left = from.getInt(); left > 0; left--) {
      found.add(Found.read(from));
    }
    Class<?>[] types = new Class<?>[found.size()];
    for (int i = 0; i < types.length; i++) {
      if (found.get(i).source() == Source.NAME) {
        types[i] = found.get(i).find(types, loaders);
      }
    }
    List<ImageClass> classes = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == null) {
        types[i] = found.get(i).find(types, loaders);
      }
      classes.add(found.get(i).complete(i, types[i]));
    }
    return classes;
  }

  /** A class as it is in the image. */
  private record Found(
      Source source, int[] others, String[] texts, int hash, Form form, String[] fields) {

    static Found read(ImageInput from) throws IOException {
      Source source = Source.values()[from.getByte()];
      int[] others = new int[from.getInt()];
      for (int i = 0; i < others.length; i++) {
        others[i] = from.getInt();
      }
      String[] texts = from.getStrings();
      int hash = from.getInt();
      Form form = Form.values()[from.getByte()];
      boolean hasFields = form == Form.PLAIN || form == Form.THREAD_LOCAL;
      return new Found(source, others, texts, hash, form, hasFields ? from.getStrings() : null);
    }

    Class<?> find(Class<?>[] known, Loaders loaders) {
      Class<?> type =
          switch (source) {
            case NAME -> loaders.find(texts[0], texts[1]);
            case ARRAY -> known[others[0]].arrayType();
            case PROXY -> proxy(loaders.loader(texts[0]), known);
            case LAMBDA -> LambdaRecipe.make(texts, loaders);
          };
      HeaderHash.set(type, hash);
      return type;
    }

    private Class<?> proxy(ClassLoader loader, Class<?>[] known) {
      Class<?>[] faces = new Class<?>[others.length];
      for (int i = 0; i < faces.length; i++) {
        faces[i] = known[others[i]];
      }
      return Proxy.newProxyInstance(loader, faces, (proxy, method, arguments) -> null).getClass();
    }

    ImageClass complete(int index, Class<?> type) {
      ImageClass complete = new ImageClass(index, type);
      if (form != Form.NONE) {
        complete.addObjects();
      }
      if (fields != null) {
        complete.layout().check(type, fields);
      }
      return complete;
    }
  }
}
