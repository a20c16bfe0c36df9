package org.ftmpj.it.program.habits;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.NumberFormat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.TreeMap;
import mpi.MPI;

/** Money in BigDecimal, dates of java.time, formats of a locale. */
public final class Ledger {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.UK);

  private Ledger() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    NumberFormat format = NumberFormat.getInstance(Locale.GERMANY);
    NavigableMap<LocalDate, BigDecimal> balance = new TreeMap<>();
    LocalDate day = LocalDate.of(2024, 2, 27).plusDays(rank);
    BigDecimal amount = new BigDecimal("1000.00");
    for (int round = 0; round < 60; round++) {
      long[] cents = {amount.movePointRight(2).longValueExact()};
      long[] most = new long[1];
      MPI.COMM_WORLD.Allreduce(cents, 0, most, 0, 1, MPI.LONG, MPI.MAX);
      amount =
          BigDecimal.valueOf(most[0], 2)
              .multiply(new BigDecimal("1.0017"), new MathContext(12))
              .setScale(2, RoundingMode.HALF_EVEN);
      balance.put(day, amount);
      Duration since = Duration.ofDays(ChronoUnit.DAYS.between(balance.firstKey(), day));
      System.out.println(day.format(DAY) + ": " + format.format(amount) + " after " + since);
      day = day.plus(Period.ofWeeks(1)).with(DayOfWeek.MONDAY);
    }
    MPI.Finalize();
  }
}
