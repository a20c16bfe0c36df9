package org.ftmpj.common.config;

/** The check sum by which changes of data on a network are noticed. */
public enum CheckSum {
  /** Computed by the processor; finds all errors of up to three bits, and bursts of 32. */
  CRC32C,
  /** Two sums of words; for processors without CRC32C. */
  FLETCHER64,
  /** One sum of words; finds single errors only. */
  SUM,
  /** No check sum: no change is noticed. */
  NONE
}
