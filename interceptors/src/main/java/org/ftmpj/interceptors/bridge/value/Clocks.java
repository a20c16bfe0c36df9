package org.ftmpj.interceptors.bridge.value;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import mpi.MPI;

/** Reads of the time. */
public final class Clocks {
  private static final RecordedClock UTC = new RecordedClock(ZoneOffset.UTC);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration MILLISECOND = Duration.ofMillis(1);

  private Clocks() {}

  /** Has the signature of {@link System#nanoTime}. */
  public static long nanoTime() {
    return Recorded.number(Source.NANO_TIME, System::nanoTime);
  }

  /** Has the signature of {@link System#currentTimeMillis}. */
  public static long currentTimeMillis() {
    return Recorded.number(Source.CURRENT_TIME_MILLIS, System::currentTimeMillis);
  }

  /** Has the signature of {@link MPI#Wtime}. */
  public static double wtime() {
    long bits = Recorded.number(Source.WTIME, () -> Double.doubleToRawLongBits(MPI.Wtime()));
    return Double.longBitsToDouble(bits);
  }

  /** Instead of {@link Clock#systemUTC}. */
  public static Clock systemUtc() {
    return UTC;
  }

  /** Instead of {@link Clock#systemDefaultZone}. */
  public static Clock systemDefaultZone() {
    return new RecordedClock(ZoneId.systemDefault());
  }

  /** Instead of {@link Clock#system}. */
  public static Clock system(ZoneId zone) {
    return new RecordedClock(zone);
  }

  /** Instead of {@link Clock#tickMillis}. */
  public static Clock tickMillis(ZoneId zone) {
    return Clock.tick(system(zone), MILLISECOND);
  }

  /** Instead of {@link Clock#tickSeconds}. */
  public static Clock tickSeconds(ZoneId zone) {
    return Clock.tick(system(zone), SECOND);
  }

  /** Instead of {@link Clock#tickMinutes}. */
  public static Clock tickMinutes(ZoneId zone) {
    return Clock.tick(system(zone), MINUTE);
  }

  /** Instead of {@link InstantSource#system}. */
  public static InstantSource instantSource() {
    return UTC;
  }

  /** Behind the creation of a calendar of the current time. */
  public static void setToNow(Calendar calendar) {
    calendar.setTimeInMillis(currentTimeMillis());
  }

  /** Instead of {@link Calendar#getInstance()}. */
  public static Calendar calendar() {
    return now(Calendar.getInstance());
  }

  /** Instead of {@link Calendar#getInstance(TimeZone)}. */
  public static Calendar calendar(TimeZone zone) {
    return now(Calendar.getInstance(zone));
  }

  /** Instead of {@link Calendar#getInstance(Locale)}. */
  public static Calendar calendar(Locale locale) {
    return now(Calendar.getInstance(locale));
  }

  /** Instead of {@link Calendar#getInstance(TimeZone, Locale)}. */
  public static Calendar calendar(TimeZone zone, Locale locale) {
    return now(Calendar.getInstance(zone, locale));
  }

  private static Calendar now(Calendar calendar) {
    setToNow(calendar);
    return calendar;
  }

  /** Instead of {@link Instant#now()}. */
  public static Instant instantNow() {
    return UTC.instant();
  }

  /** Instead of {@link LocalDate#now()}. */
  public static LocalDate localDateNow() {
    return LocalDate.now(systemDefaultZone());
  }

  /** Instead of {@link LocalDate#now(ZoneId)}. */
  public static LocalDate localDateNow(ZoneId zone) {
    return LocalDate.now(system(zone));
  }

  /** Instead of {@link LocalTime#now()}. */
  public static LocalTime localTimeNow() {
    return LocalTime.now(systemDefaultZone());
  }

  /** Instead of {@link LocalTime#now(ZoneId)}. */
  public static LocalTime localTimeNow(ZoneId zone) {
    return LocalTime.now(system(zone));
  }

  /** Instead of {@link LocalDateTime#now()}. */
  public static LocalDateTime localDateTimeNow() {
    return LocalDateTime.now(systemDefaultZone());
  }

  /** Instead of {@link LocalDateTime#now(ZoneId)}. */
  public static LocalDateTime localDateTimeNow(ZoneId zone) {
    return LocalDateTime.now(system(zone));
  }

  /** Instead of {@link ZonedDateTime#now()}. */
  public static ZonedDateTime zonedDateTimeNow() {
    return ZonedDateTime.now(systemDefaultZone());
  }

  /** Instead of {@link ZonedDateTime#now(ZoneId)}. */
  public static ZonedDateTime zonedDateTimeNow(ZoneId zone) {
    return ZonedDateTime.now(system(zone));
  }

  /** Instead of {@link OffsetDateTime#now()}. */
  public static OffsetDateTime offsetDateTimeNow() {
    return OffsetDateTime.now(systemDefaultZone());
  }

  /** Instead of {@link OffsetDateTime#now(ZoneId)}. */
  public static OffsetDateTime offsetDateTimeNow(ZoneId zone) {
    return OffsetDateTime.now(system(zone));
  }

  /** Instead of {@link OffsetTime#now()}. */
  public static OffsetTime offsetTimeNow() {
    return OffsetTime.now(systemDefaultZone());
  }

  /** Instead of {@link OffsetTime#now(ZoneId)}. */
  public static OffsetTime offsetTimeNow(ZoneId zone) {
    return OffsetTime.now(system(zone));
  }

  /** Instead of {@link Year#now()}. */
  public static Year yearNow() {
    return Year.now(systemDefaultZone());
  }

  /** Instead of {@link Year#now(ZoneId)}. */
  public static Year yearNow(ZoneId zone) {
    return Year.now(system(zone));
  }

  /** Instead of {@link YearMonth#now()}. */
  public static YearMonth yearMonthNow() {
    return YearMonth.now(systemDefaultZone());
  }

  /** Instead of {@link YearMonth#now(ZoneId)}. */
  public static YearMonth yearMonthNow(ZoneId zone) {
    return YearMonth.now(system(zone));
  }

  /** Instead of {@link MonthDay#now()}. */
  public static MonthDay monthDayNow() {
    return MonthDay.now(systemDefaultZone());
  }

  /** Instead of {@link MonthDay#now(ZoneId)}. */
  public static MonthDay monthDayNow(ZoneId zone) {
    return MonthDay.now(system(zone));
  }
}
