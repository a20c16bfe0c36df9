package org.ftmpj.checkpoint.image;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** An image that has been read once and found complete and suitable. */
public final class ImageReader {
  private final ImageHead head;

  private ImageReader(ImageHead head) {
    this.head = head;
  }

  /**
   * Reads and checks a whole image. This uses no class of the program.
   *
   * @param fingerprint like that given to the {@link ImageWriter}
   * @throws org.ftmpj.common.error.FtmpjException {@code IMAGE_CORRUPT} or {@code IMAGE_DIFFERS}
   */
  public static ImageReader check(ReadableByteChannel from, Map<String, String> fingerprint)
      throws IOException {
    ImageInput input = new ImageInput(from);
    ImageHead head = ImageHead.read(input);
    head.check(fingerprint);
    input.checkRest();
    return new ImageReader(head);
  }

  /** Names of the program's classes that were initialised, with dots. */
  public Set<String> initialised() {
    return head.classes().stream().map(type -> type[1]).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Creates all objects of the image and sets the statics of the program's classes. To be called
   * once, in the thread that runs main, before any code of the program runs.
   *
   * @param from the same image, from its beginning
   * @return the root
   * @throws org.ftmpj.common.error.FtmpjException {@code IMAGE_DIFFERS} if classes have changed
   */
  public Object restore(ReadableByteChannel from, ProgramTypes types, Leaves leaves)
      throws IOException {
    ImageInput input = new ImageInput(from);
    ImageHead.read(input);
    return new Restoration(input, head, types, leaves).run();
  }
}
