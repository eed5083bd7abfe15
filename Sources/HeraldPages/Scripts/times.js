// Times. All of a view are on the device's clock, with UTC beside it.

/** Splits `2026-03-02T09:00:00.000+01:00` into the device's day, clock and zone. */
const clock = (time) => {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)(.*)$/.exec(time) ?? [time, time, "", "", ""];
  const exact = /^\.0+$/.test(match[3]) ? match[2] : match[2] + match[3];
  return { day: match[1], time: match[2], exact, zone: match[4] === "Z" ? "UTC" : match[4] };
};

/** The zone of a time, such as `+01:00` or `Z`. */
const zoneOf = (time) => /(?:Z|[+-]\d\d:\d\d)$/.exec(time)?.[0] ?? "Z";
const minutesOf = (zone) => (zone === "Z" ? 0 : (zone[0] === "-" ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))));

/** A time as people read it: the device's clock, then UTC. */
const moment = (time) => {
  const { day, exact, zone } = clock(time);
  if (time === "") return "no time";
  if (zone === "UTC") return `${day} ${exact} UTC`;
  const utc = clock(new Date(Date.parse(time)).toISOString());
  return `${day} ${exact} ${zone} (${utc.day === day ? "" : `${utc.day} `}${utc.time} UTC)`;
};

/** An instant, which the log has in UTC, on the clock of a zone. */
const instant = (time, zone) => {
  if (zone === "Z") return moment(time);
  return moment(new Date(Date.parse(time) + minutesOf(zone) * 60_000).toISOString().replace("Z", zone));
};

const lengthOfTime = (seconds) => {
  const sign = seconds < 0 ? "−" : "";
  let rest = Math.abs(seconds);
  if (rest < 60) return `${sign}${+rest.toFixed(rest < 10 ? 1 : 0)} s`;
  const parts = [];
  for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60]]) {
    const count = Math.floor(rest / size);
    if (count && parts.length < 2) parts.push(`${grouped(count)} ${unit}`);
    rest -= count * size;
  }
  return sign + parts.join(" ");
};
