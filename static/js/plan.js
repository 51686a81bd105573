// Tells a new circle this browser's time zone, so that its nights get their dates.
import "./page.js";

const zone = document.querySelector('input[name="time_zone"]');
zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
