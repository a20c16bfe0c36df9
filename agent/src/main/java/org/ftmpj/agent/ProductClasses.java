package org.ftmpj.agent;

import java.util.List;

/**
 * Beginnings of the names of all classes that FTMPJ brings into a rank's process, and that are in
 * stacks with those of the program. A program may be in other packages of {@code org.ftmpj}, as the
 * samples are. A test compares them with the modules.
 */
final class ProductClasses {
  static final List<String> PREFIXES =
      List.of(
          "org.ftmpj.agent.",
          "org.ftmpj.api.",
          "org.ftmpj.checkpoint.",
          "org.ftmpj.common.",
          "org.ftmpj.interceptors.",
          "org.ftmpj.logger.",
          "org.ftmpj.mpjrun.",
          "org.ftmpj.protocol.",
          "org.ftmpj.replay.",
          "org.ftmpj.supervisor.",
          "org.ftmpj.transport.",
          "net.openhft.");

  /** The beginning of the names of classes that the program's calls go through. */
  static final String BRIDGE = "org.ftmpj.interceptors.bridge.";

  private ProductClasses() {}
}
