package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By which path each frame goes, over links that are only computed. */
class StripesTest {
  /** 16 frames. */
  private static final int MESSAGE = 1 << 20;

  private static final int LEARNING = 10;
  private static final int MESSAGES = 50;

  /** 200 Mbit/s. */
  private static final double RATE = 0.025;

  private static final long DELAY_NS = 100_000;
  private static final long SEND_NS = 100_000;

  /** What a link gets too much delays a message by that part of what both carry in its time. */
  private static final double FRAME = 1.0 / 8;

  /**
   * Also if acknowledgements are irregular, as of processes that do not get a processor at once.
   */
  @ParameterizedTest
  @CsvSource({"10000, 0", "100000, 0", "400000, 1000000", "100000, 6000000", "700000, 1000000"})
  void shouldHaveEqualLinksCarryTheSame(long sendNs, long jitterNs) {
    SimulatedLinks links =
        new SimulatedLinks(sendNs, jitterNs, 1).with(RATE, DELAY_NS).with(RATE, DELAY_NS);
    assertThat(average(links)).isLessThan(1.02 * MESSAGE / (2 * RATE) + DELAY_NS + sendNs);
  }

  @ParameterizedTest
  @CsvSource({"10000, 0", "100000, 0", "100000, 1000000", "400000, 1000000"})
  void shouldHaveLinksCarryWhatTheyCan(long sendNs, long jitterNs) {
    SimulatedLinks links =
        new SimulatedLinks(sendNs, jitterNs, 2).with(RATE / 2, DELAY_NS).with(RATE * 1.5, DELAY_NS);
    assertThat(average(links)).isLessThan((1 + FRAME) * MESSAGE / (2 * RATE) + DELAY_NS + sendNs);
  }

  @Test
  void shouldLearnThatALinkCarriesLessThanBefore() {
    SimulatedLinks links =
        new SimulatedLinks(SEND_NS, 0, 3).with(RATE, DELAY_NS).with(RATE, DELAY_NS);
    average(links);
    links.rate(0, RATE / 2);
    assertThat(average(links)).isLessThan((1 + FRAME) * MESSAGE / (1.5 * RATE) + DELAY_NS);
  }

  /** Of an odd number of frames the last one is acknowledged only with the answer. */
  @Test
  void shouldNotTakeALinkForSlowOfWhichItHearsLate() {
    SimulatedLinks links =
        new SimulatedLinks(SEND_NS, 0, 4).with(RATE, DELAY_NS).with(RATE, DELAY_NS);
    for (int i = 0; i < MESSAGES; i++) {
      links.message(MESSAGE * 5 / 16);
    }
    assertThat((double) links.message(MESSAGE))
        .isLessThan(1.02 * MESSAGE / (2 * RATE) + DELAY_NS + SEND_NS);
  }

  @Test
  void shouldTakeANewLinkForOneLikeThoseThatAreKnown() {
    SimulatedLinks links = new SimulatedLinks(SEND_NS, 0, 5).with(RATE, DELAY_NS);
    average(links);
    links.with(RATE, DELAY_NS);
    assertThat((double) links.message(MESSAGE))
        .isLessThan(1.02 * MESSAGE / (2 * RATE) + DELAY_NS + SEND_NS);
  }

  /** What is learned is not exact. */
  @Test
  void shouldTakeLinksForEqualThatAreLearnedToBeAlmost() {
    SimulatedLinks links =
        new SimulatedLinks(SEND_NS, 0, 6).with(RATE, DELAY_NS).with(RATE * 0.85, DELAY_NS);
    average(links);
    links.rate(1, RATE);
    assertThat((double) links.message(MESSAGE))
        .isLessThan(1.02 * MESSAGE / (2 * RATE) + DELAY_NS + SEND_NS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotGoOnWithALinkOfWhichNothingIsHeard(boolean known) {
    SimulatedLinks links =
        new SimulatedLinks(SEND_NS, 0, 7).with(RATE, DELAY_NS).with(RATE, DELAY_NS);
    if (known) {
      average(links);
    }
    links.rate(0, 0);
    assertThat(links.send(64)).isZero();
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(links.send(64)).isEqualTo(1);
      links.answer(SEND_NS);
    }
  }

  private static double average(SimulatedLinks links) {
    for (int i = 0; i < LEARNING; i++) {
      links.message(MESSAGE);
    }
    long ns = 0;
    for (int i = 0; i < MESSAGES; i++) {
      ns += links.message(MESSAGE);
    }
    return (double) ns / MESSAGES;
  }
}
