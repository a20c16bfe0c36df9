package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.ftmpj.checkpoint.image.program.Contents;

/**
 * A process that makes an image of {@link Contents} and says what was in it, or one that restores
 * it and says so likewise: {@code write FILE} or {@code restore FILE}.
 */
public final class ImageProcess {
  private static final Map<String, String> FINGERPRINT = Map.of("program", "Contents 1");

  private ImageProcess() {}

  public static void main(String[] arguments) throws IOException, NotCapturable {
    for (int i = arguments[0].length(); i > 0; i--) {
      new Object().hashCode(); // so that the thread has another hash code in each process
    }
    Thread.currentThread().hashCode();
    Path file = Path.of(arguments[1]);
    Object root =
        arguments[0].equals("write")
            ? write(Contents.make(TestLeaves.DEVICE), file)
            : restore(file);
    System.out.println("no hash code: " + HeaderHash.isMissing(root));
    Contents.show((Object[]) root);
  }

  static Object write(Object root, Path file) throws IOException, NotCapturable {
    write(trace(root), file);
    return root;
  }

  static HeapTrace trace(Object root) throws NotCapturable {
    return new ImageWriter(
            TestAgent.instrumentation(), new TestTypes(), new TestLeaves(), FINGERPRINT)
        .trace(root);
  }

  static void write(HeapTrace trace, Path file) throws IOException {
    Files.deleteIfExists(file);
    try (FileChannel to =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      trace.write(to);
    }
  }

  static Object restore(Path file) throws IOException {
    return restore(check(file), file);
  }

  static ImageReader check(Path file) throws IOException {
    try (FileChannel from = FileChannel.open(file)) {
      return ImageReader.check(from, FINGERPRINT);
    }
  }

  static Object restore(ImageReader reader, Path file) throws IOException {
    try (FileChannel from = FileChannel.open(file)) {
      return reader.restore(from, new TestTypes(), new TestLeaves());
    }
  }
}
