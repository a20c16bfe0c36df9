package org.ftmpj.common.secret;

/**
 * What protects the frames of a connection whose two sides have proven that they know the job's
 * secret. The order never changes: ordinals go over the wire.
 */
public enum Seal {
  /** AES-256-GCM: frames are encrypted, and a changed or repeated frame is noticed. */
  AES,
  /** The tag of AES-256-GCM alone: frames can be read, but not changed or repeated unnoticed. */
  MAC,
  /** Nothing: whoever is on the network between two hosts can read and change frames. */
  NONE
}
