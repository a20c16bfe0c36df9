package org.ftmpj.samples.nas.ft;

/**
 * Fourier transforms of one length, a power of two, not normalized. Complex numbers are pairs in an
 * array of real ones. Not for several threads.
 */
final class Fft {
  private final int length;
  private final int logLength;
  private final double[] roots;
  private final double[] line;

  Fft(int length) {
    this.length = length;
    this.logLength = Integer.numberOfTrailingZeros(length);
    this.roots = new double[length];
    this.line = new double[2 * length];
    for (int i = 0; i < length / 2; i++) {
      // Of StrictMath, because a restarted rank must find the very same bits.
      roots[2 * i] = StrictMath.cos(2 * Math.PI * i / length);
      roots[2 * i + 1] = StrictMath.sin(2 * Math.PI * i / length);
    }
  }

  /**
   * Transforms some numbers in place.
   *
   * @param offset of the first number, in numbers
   * @param stride from one to the next
   * @param sign of the exponent, 1 or -1
   */
  void transform(double[] numbers, int offset, int stride, int sign) {
    for (int i = 0; i < length; i++) {
      int reversed = logLength == 0 ? 0 : Integer.reverse(i) >>> 32 - logLength;
      line[2 * reversed] = numbers[2 * (offset + i * stride)];
      line[2 * reversed + 1] = numbers[2 * (offset + i * stride) + 1];
    }
    for (int half = 1; half < length; half *= 2) {
      for (int start = 0; start < length; start += 2 * half) {
        combine(start, half, sign);
      }
    }
    for (int i = 0; i < length; i++) {
      numbers[2 * (offset + i * stride)] = line[2 * i];
      numbers[2 * (offset + i * stride) + 1] = line[2 * i + 1];
    }
  }

  /** Makes one transform of two of half the length. */
  private void combine(int start, int half, int sign) {
    int step = length / (2 * half);
    for (int i = 0; i < half; i++) {
      int even = 2 * (start + i);
      int odd = even + 2 * half;
      double cos = roots[2 * i * step];
      double sin = sign * roots[2 * i * step + 1];
      double real = line[odd] * cos - line[odd + 1] * sin;
      double imaginary = line[odd] * sin + line[odd + 1] * cos;
      line[odd] = line[even] - real;
      line[odd + 1] = line[even + 1] - imaginary;
      line[even] += real;
      line[even + 1] += imaginary;
    }
  }
}
