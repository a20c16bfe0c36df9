package org.ftmpj.interceptors.weave;

import java.util.Map;
import org.ftmpj.interceptors.program.Call;
import org.ftmpj.interceptors.program.Purpose;
import org.ftmpj.interceptors.program.Replacement;

/**
 * Calls that are replaced, for one purpose and by one class of the bridge.
 *
 * @param all the map to which they are added
 * @param to internal name of the class of the bridge
 */
record CallGroup(Map<Call, Replacement> all, Purpose purpose, String to) {

  /** A static method, to one of the same name. */
  void ofClass(String owner, String name, String descriptor) {
    ofClass(owner, name, descriptor, name);
  }

  void ofClass(String owner, String name, String descriptor, String toName) {
    put(new Call(owner, name, descriptor), new Call(to, toName, descriptor));
  }

  /** A method of an object, to a static one of the same name that gets the object first. */
  void ofObject(String owner, String name, String descriptor) {
    ofObject(owner, name, descriptor, name);
  }

  void ofObject(String owner, String name, String descriptor, String toName) {
    Call method = new Call(to, toName, "(L" + owner + ";" + descriptor.substring(1));
    put(new Call(owner, name, descriptor), method);
  }

  private void put(Call from, Call method) {
    if (all.put(from, Replacement.instead(purpose, method)) != null) {
      throw new IllegalStateException(from + " is replaced twice");
    }
  }
}
