package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in which the output of a job goes on without a console. */
class CoordinateCommandTest {
  @TempDir Path directory;

  @Test
  void shouldAppendForTheUserOnly() throws IOException {
    Path file = Files.writeString(directory.resolve("ftmpj-job.out"), "one\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    try (OutputStream out = CoordinateCommand.append(file)) {
      out.write("two".getBytes());
    }

    assertThat(file).hasContent("one\ntwo");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** The one before was killed while it wrote. */
  @Test
  void shouldBeginALine() throws IOException {
    Path file = Files.writeString(directory.resolve("ftmpj-job.out"), "one\ntw");

    try (OutputStream out = CoordinateCommand.append(file)) {
      out.write("two\n".getBytes());
    }

    assertThat(file).hasContent("one\ntw\ntwo\n");
  }

  @Test
  void shouldNotFollowALink() throws IOException {
    Path target = Files.writeString(directory.resolve("target"), "as it was");
    Path link = Files.createSymbolicLink(directory.resolve("ftmpj-job.out"), target);

    assertThatThrownBy(() -> CoordinateCommand.append(link))
        .isInstanceOfSatisfying(
            FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FOREIGN_FILE));
    assertThat(target).hasContent("as it was");
  }
}
