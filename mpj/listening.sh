# Sourced. Whether a TCP port is listened at on this host; without connecting, for MPJ Express's daemon would take a
# connection for a job.
listening() {
  local hex
  hex=$(printf '%04X' "$1")
  cat /proc/net/tcp /proc/net/tcp6 2>/dev/null |
    awk -v port=":$hex" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }'
}

# A port of MPJ Express's configuration.
configured() {
  sed -n "s/^$1=\([0-9]*\).*/\1/p" "$MPJ_HOME/conf/mpjexpress.conf" | head -n 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java

# MPJ Express writes below MPJ_HOME. A user who may not write there has one of their own, with the same classes.
if [[ ! -w $MPJ_HOME/logs ]]; then
  mine=${XDG_STATE_HOME:-$HOME/.local/state}/ftmpj/mpj
  mkdir -p "$mine/logs" "$mine/conf"
  ln -sfn "$MPJ_HOME/lib" "$mine/lib"
  [[ -f $mine/conf/mpjexpress.conf ]] || cp "$MPJ_HOME/conf/mpjexpress.conf" "$mine/conf"
  chmod u+w "$mine/conf/mpjexpress.conf"
  MPJ_HOME=$mine
fi
