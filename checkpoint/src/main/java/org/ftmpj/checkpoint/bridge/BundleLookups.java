package org.ftmpj.checkpoint.bridge;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;

/** Finds texts as the program does: the JDK keeps those that it finds for each module that asks. */
public final class BundleLookups {
  private BundleLookups() {}

  /**
   * The texts of a properties file on the class path, with those of more general ones behind them.
   *
   * @param name of the file, as the program gives it
   * @param locale of the file itself
   * @return null if there is no such file
   */
  public static ResourceBundle find(String name, Locale locale) {
    try {
      Control control = Control.getNoFallbackControl(Control.FORMAT_PROPERTIES);
      ResourceBundle found =
          ResourceBundle.getBundle(name, locale, BundleLookups.class.getClassLoader(), control);
      return found.getLocale().equals(locale) ? found : null;
    } catch (MissingResourceException e) {
      return null;
    }
  }
}
