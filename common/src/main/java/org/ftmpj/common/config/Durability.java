package org.ftmpj.common.config;

/** The failures that a job survives (protocol page, Durability levels). */
public enum Durability {
  /**
   * The death of any number of ranks while the host lives: determinants are in a mapped log on this
   * host.
   */
  PROCESS,
  /** The loss of whole hosts: determinants are acknowledged by the remote event logger. */
  HOST,
  /** The loss of whole hosts and of a minority of several event loggers. */
  QUORUM
}
