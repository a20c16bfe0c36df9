package org.ftmpj.common.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {
  private static final String STRONG = "8f14e45fceea167a5a36dedd4bea2543";

  @TempDir Path directory;

  @Test
  void shouldReadWhatOnlyTheUserCanRead() throws IOException {
    assertThat(SecretFile.read(file("rw-------", STRONG + "\n"))).isEqualTo(STRONG);
    assertThat(SecretFile.read(file("r--------", " " + STRONG))).isEqualTo(STRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-----w-", "rw----r--", "rw--w----", "rw-rw----"})
  void shouldRefuseWhatOthersCanUse(String mode) throws IOException {
    Path file = file(mode, STRONG);

    assertThatThrownBy(() -> SecretFile.read(file)).satisfies(e -> has(e, "SECRET_EXPOSED"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "short",
        "0123456789abcdef",
        "password-password-password-password",
        "0123456789abcdef0123456789abcdef",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "12345678901234567890123456789012"
      })
  void shouldRefuseWhatCanBeGuessed(String weak) throws IOException {
    Path file = file("rw-------", weak);

    assertThatThrownBy(() -> SecretFile.read(file)).satisfies(e -> has(e, "WEAK_SECRET"));
  }

  @Test
  void shouldTakeWhateverIsRandom() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      byte[] bytes = new byte[32];
      random.nextBytes(bytes);
      assertThat(SecretFile.isStrong(Base64.getEncoder().encodeToString(bytes))).isTrue();
      assertThat(SecretFile.isStrong(HexFormat.of().formatHex(bytes))).isTrue();
    }
  }

  private Path file(String mode, String text) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static void has(Throwable thrown, String code) {
    assertThat(((FtmpjException) thrown).code()).isEqualTo(ErrorCode.valueOf(code));
  }
}
