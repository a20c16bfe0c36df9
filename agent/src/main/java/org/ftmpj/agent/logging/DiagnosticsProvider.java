package org.ftmpj.agent.logging;

import org.ftmpj.agent.process.Diagnostics;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Sends what our libraries log to the diagnostics. Not a provider that is configured by system
 * properties or files: those belong to the program.
 */
public final class DiagnosticsProvider implements SLF4JServiceProvider {
  private static final String EXPLICIT_PROVIDER = "slf4j.provider";

  /** Complains that JNA is missing; we do not bind threads to processors. */
  private static final String AFFINITY = "net.openhft.affinity.";

  private static volatile Diagnostics diagnostics;

  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter mdc = new NOPMDCAdapter();

  /**
   * Binds SLF4J in the isolated loader, whichever provider the program may have chosen for its own.
   */
  public static void bind(Diagnostics diagnostics) {
    DiagnosticsProvider.diagnostics = diagnostics;
    String chosen = System.clearProperty(EXPLICIT_PROVIDER);
    try {
      LoggerFactory.getILoggerFactory();
    } finally {
      if (chosen != null) {
        System.setProperty(EXPLICIT_PROVIDER, chosen);
      }
    }
  }

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name ->
        name.startsWith(AFFINITY) ? NOPLogger.NOP_LOGGER : new DiagnosticsLogger(name, diagnostics);
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return mdc;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {
    // Nothing to set up.
  }
}
