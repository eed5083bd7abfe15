// The viewer's own clock beside times of other clocks, on pages of a server. They say the same without it.

const twoDigits = (number) => String(number).padStart(2, "0");

/** A time on the viewer's clock, such as `10:00 your time`; empty where the page says the same already. */
const viewerClock = (time, written) => {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  if (date.getTimezoneOffset() === 0 && written.includes("UTC")) return "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(time) ?? ["", "+", "0", "0"];
  const offset = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  if (-date.getTimezoneOffset() === offset) return "";
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  const isSameDay = time.startsWith(day);
  return `${isSameDay ? "" : `${day} `}${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())} your time`;
};

for (const element of document.querySelectorAll("time[datetime]")) {
  const words = viewerClock(element.dateTime, element.textContent);
  if (!words) continue;
  const own = document.createElement("span");
  own.className = "yours";
  own.textContent = ` (${words})`;
  element.after(own);
}
