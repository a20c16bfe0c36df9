package org.ftmpj.agent.flight;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.channel.RestorableInterconnect;

/** An interconnect whose sends are events. */
final class FlightInterconnect implements RestorableInterconnect {
  private final RestorableInterconnect interconnect;

  FlightInterconnect(RestorableInterconnect interconnect) {
    this.interconnect = interconnect;
  }

  @Override
  public int rank() {
    return interconnect.rank();
  }

  @Override
  public int size() {
    return interconnect.size();
  }

  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    SendEvent event = new SendEvent();
    event.begin();
    interconnect.send(destination, sequence, envelope, fixed, dynamic);
    event.end();
    if (event.shouldCommit()) {
      event.destination = destination;
      event.sequence = sequence;
      event.context = envelope.context();
      event.tag = envelope.tag();
      event.bytes = envelope.length();
      event.commit();
    }
  }

  @Override
  public void mark(int destination, long sequence) {
    interconnect.mark(destination, sequence);
  }

  @Override
  public Arrival next() {
    return interconnect.next();
  }

  @Override
  public ReadPosition read(int source) {
    return interconnect.read(source);
  }

  @Override
  public void readAfter(int source, ReadPosition position) {
    interconnect.readAfter(source, position);
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    interconnect.copy(message, fixed, dynamic);
  }

  @Override
  public boolean hasArrivals() {
    return interconnect.hasArrivals();
  }

  @Override
  public void awaitArrivals() {
    interconnect.awaitArrivals();
  }

  @Override
  public void wake() {
    interconnect.wake();
  }

  @Override
  public void rest(long failedPolls) {
    interconnect.rest(failedPolls);
  }

  @Override
  public void sendAfter(int destination, long sequence) {
    interconnect.sendAfter(destination, sequence);
  }

  @Override
  public Arrival.Message recorded(int destination) {
    return interconnect.recorded(destination);
  }

  @Override
  public boolean copyRecorded(int destination, ByteBuffer fixed, byte[] dynamic) {
    return interconnect.copyRecorded(destination, fixed, dynamic);
  }

  @Override
  public void skipRecorded(int destination) {
    interconnect.skipRecorded(destination);
  }

  @Override
  public void sendAgain(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    interconnect.sendAgain(destination, sequence, envelope, fixed, dynamic);
  }

  @Override
  public void progress(long clock) {
    interconnect.progress(clock);
  }

  @Override
  public void close() {
    interconnect.close();
  }
}
