import "./page.js";
// The switches of this device, as it keeps them.
import { can, isOn, turn } from "./device.js";

document.getElementById("nothing").hidden = true;
const switches = document.getElementById("switches");
switches.hidden = false;

for (const box of switches.querySelectorAll("input")) {
  const able = can(box.name);
  box.checked = able && isOn(box.name);
  box.disabled = !able;
  box.addEventListener("change", () => turn(box.name, box.checked));
  if (!able) {
    document.getElementById(`${box.name}-hint`).hidden = true;
    document.getElementById(`${box.name}-lacking`).hidden = false;
    box.setAttribute("aria-describedby", `${box.name}-lacking`);
  }
}
