package org.ftmpj.checkpoint.bridge;

import java.util.Locale;
import java.util.MissingResourceException;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;

/** Finds resource bundles as the program does: the JDK caches them by the calling module. */
public final class BundleLookups {
  private BundleLookups() {}

  /**
   * The resource bundle of a properties file on the class path, with more general bundles as
   * parents.
   *
   * @param name the name of the bundle, as the program gives it
   * @param locale the locale of the file itself
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
