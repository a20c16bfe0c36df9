package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The head of an image, which is read before any class of the program is loaded. It says which
 * processes the image fits, and lists the program's initialised classes.
 *
 * @param fingerprint properties that have to be the same where the image is restored
 * @param classes the loader and the name of each class of the program
 */
record ImageHead(Map<String, String> fingerprint, List<String[]> classes) {
  private static final long MAGIC = 0x6567616D_496A704DL; // "MpjImage"
  private static final int VERSION = 1;
  private static final List<String> PROPERTIES =
      List.of("java.vm.name", "java.vm.vendor", "java.vm.version", "java.runtime.version");

  static ImageHead of(Map<String, String> fingerprint, List<Class<?>> program, Loaders loaders) {
    List<String[]> classes = new ArrayList<>();
    for (Class<?> type : program) {
      classes.add(new String[] {loaders.name(type.getClassLoader()), type.getName()});
    }
    return new ImageHead(complete(fingerprint), classes);
  }

  private static Map<String, String> complete(Map<String, String> fingerprint) {
    Map<String, String> complete = new TreeMap<>(fingerprint);
    for (String property : PROPERTIES) {
      complete.put(property, System.getProperty(property));
    }
    complete.put("byte order", ByteOrder.nativeOrder().toString());
    complete.put("order of Set.of and Map.of", Long.toHexString(ImmutableOrder.current()));
    return complete;
  }

  void write(ImageOutput to) throws IOException {
    to.putLong(MAGIC);
    to.putInt(VERSION);
    to.putInt(fingerprint.size());
    for (Map.Entry<String, String> entry : fingerprint.entrySet()) {
      to.putStrings(new String[] {entry.getKey(), entry.getValue()});
    }
    to.putInt(classes.size());
    for (String[] type : classes) {
      to.putStrings(type);
    }
  }

  static ImageHead read(ImageInput from) throws IOException {
    if (from.getLong() != MAGIC || from.getInt() != VERSION) {
      throw new FtmpjException(
          ErrorCode.IMAGE_DIFFERS, "The image of the heap is of another version of FTMPJ");
    }
    Map<String, String> fingerprint = new TreeMap<>();
    for (int left = from.getInt(); left > 0; left--) {
      String[] entry = from.getStrings();
      fingerprint.put(entry[0], entry[1]);
    }
    List<String[]> classes = new ArrayList<>();
    for (int left = from.getInt(); left > 0; left--) {
      classes.add(from.getStrings());
    }
    return new ImageHead(fingerprint, classes);
  }

  /**
   * Compares with this virtual machine.
   *
   * @param here properties of this process, like those given when the image was made
   * @throws FtmpjException naming all differences
   */
  void check(Map<String, String> here) {
    Map<String, String> expected = complete(here);
    TreeSet<String> keys = new TreeSet<>(expected.keySet());
    keys.addAll(fingerprint.keySet());
    List<String> differences = new ArrayList<>();
    for (String key : keys) {
      if (!Objects.equals(fingerprint.get(key), expected.get(key))) {
        differences.add(key + " was " + fingerprint.get(key) + " and is " + expected.get(key));
      }
    }
    if (!differences.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.IMAGE_DIFFERS,
          "The checkpoint was not taken under the same conditions: "
              + String.join("; ", differences));
    }
  }
}
