// @ts-check
/** Waiting, counted down where it is shown: whoever asked too often sees for how long. */

const SECOND = 1000;
const SHORTEST = 2; // seconds; less is over before anybody has read it

/** Show the seconds that are left, then nothing. What this returns ends it.
 * @param {number|undefined} seconds @param {(left: string) => void} show @param {() => void} [done] */
export function countDown(seconds, show, done) {
  const end = Date.now() + (seconds ?? 0) * SECOND;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / SECOND);
    show(left > 0 ? clock(left) : "");
    if (left > 0) timer = setTimeout(tick, SECOND / 4);
    else done?.();
  };
  if ((seconds ?? 0) >= SHORTEST) tick();
  else done?.();
  return () => clearTimeout(timer);
}

/** Seconds as a clock shows them. @param {number} seconds */
function clock(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return minutes ? `${minutes}:${String(rest).padStart(2, "0")}` : String(rest);
}
