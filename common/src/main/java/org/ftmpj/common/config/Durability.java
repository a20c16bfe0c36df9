package org.ftmpj.common.config;

/** Which failure a job survives (protocol page, Durability levels). */
public enum Durability {
  /** Any number of ranks die, the host lives: determinants are in a mapped log on this host. */
  PROCESS,
  /** Whole hosts are lost: determinants are acknowledged by the remote event logger. */
  HOST,
  /** The same, and a minority of several event loggers may be lost, too. */
  QUORUM
}
