package org.ftmpj.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The time after which a test gives up waiting for a condition, unless it sets another one. Work of
 * milliseconds takes many seconds on a machine that is busy or stands still for a while, so a test
 * that fails sooner tells about the machine. JUnit finds this extension by itself.
 */
public final class LongWaits implements BeforeAllCallback {
  static final Duration LONGEST = Duration.ofMinutes(2);

  @Override
  public void beforeAll(ExtensionContext context) {
    Awaitility.setDefaultTimeout(LONGEST);
  }
}
