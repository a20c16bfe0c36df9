package org.ftmpj.common.config;

/** By what it is noticed that a network has changed what it carries. */
public enum CheckSum {
  /** Computed by the processor; finds all errors of up to three bits, and bursts of 32. */
  CRC32C,
  /** Two sums of words; for processors without CRC32C. */
  FLETCHER64,
  /** One sum of words; finds single errors only. */
  SUM,
  /** Nothing is noticed. */
  NONE
}
