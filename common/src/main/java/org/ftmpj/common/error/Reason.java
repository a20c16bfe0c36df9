package org.ftmpj.common.error;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/** The reason of a failure, in words: the meaning of a JDK exception for a user. */
public final class Reason {
  private static final Map<Class<? extends FileSystemException>, String> OF_FILES =
      Map.of(
          NoSuchFileException.class, "no such file or directory",
          AccessDeniedException.class, "permission denied",
          FileAlreadyExistsException.class, "it is there already",
          DirectoryNotEmptyException.class, "the directory is not empty",
          NotDirectoryException.class, "not a directory");

  private Reason() {}

  /** The reason in words, such as {@code /data/job: permission denied}. */
  public static String of(Throwable e) {
    if (e instanceof UncheckedIOException && e.getCause() != null) {
      return of(e.getCause());
    }
    if (e instanceof FileSystemException file) {
      return ofFile(file);
    }
    if (e instanceof UnknownHostException) {
      return "unknown host " + e.getMessage();
    }
    if (e instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    String message = e.getMessage();
    if (message == null || message.isBlank()) {
      return e.getClass().getSimpleName();
    }
    // The JDK writes sentences there; of other exceptions the type says what the message means.
    return e instanceof IOException || e instanceof FtmpjException
        ? message
        : e.getClass().getSimpleName() + ": " + message;
  }

  private static String ofFile(FileSystemException e) {
    String why = OF_FILES.getOrDefault(e.getClass(), e.getReason());
    String what = why == null ? e.getClass().getSimpleName() : why;
    String other = e.getOtherFile() == null ? "" : " -> " + e.getOtherFile();
    return e.getFile() == null ? what : e.getFile() + other + ": " + what;
  }
}
