package org.ftmpj.logger.server;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of which each has an event logger of its own, which runs when it begins. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class WithServer {
  @TempDir Path directory;
  TestServer server;

  @BeforeEach
  void startServer() throws IOException {
    server = new TestServer(directory);
    server.start();
  }

  @AfterEach
  void closeServer() {
    server.close();
  }
}
