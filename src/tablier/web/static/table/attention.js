// @ts-check
/** Calling the player: a soft wooden sound, the title and icon of the page, and a notification where allowed. */

import { setting } from "./settings.js";
import { say } from "./words.js";

const ICON = document.querySelector("link[rel='icon']")?.getAttribute("href") ?? ""; // the game's
const ICON_TURN = "/static/table/icon-turn.svg";

/** @type {AudioContext|null} */
let audio = null;

/** Wood on wood: a short burst of filtered noise with a damped tone under it.
 * @param {number} pitch in hertz @param {number} loudness from 0 to 1 */
export function knock(pitch = 330, loudness = 0.25) {
  if (!setting("sound") || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const out = envelope(audio, now, loudness, 0.16);
  const tone = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.7, now + 0.12);
  tone.connect(out);
  tone.start(now);
  tone.stop(now + 0.2);
  const noise = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio) });
  const body = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch * 4, Q: 2 });
  noise.connect(body).connect(envelope(audio, now, loudness, 0.05));
  noise.start(now);
}

/** @param {AudioContext} context @param {number} from @param {number} loudness @param {number} length */
function envelope(context, from, loudness, length) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, from);
  gain.gain.exponentialRampToValueAtTime(loudness, from + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  gain.connect(context.destination);
  return gain;
}

/** @param {AudioContext} context */
function noiseOf(context) {
  const buffer = new AudioBuffer({ length: context.sampleRate * 0.06, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let number = 0; number < samples.length; number++) samples[number] = Math.random() * 2 - 1;
  return buffer;
}

/** Show in the title and icon whether it is the player's turn. @param {boolean} turn @param {string} name */
export function call(turn, name) {
  document.title = turn ? `● ${say("title.turn", { game: name })}` : `${name} · Tablier`;
  document.querySelector("link[rel='icon']")?.setAttribute("href", turn ? ICON_TURN : ICON);
}

/** Two knocks and, if the page is out of sight, a notification. @param {string} name @param {string} status */
export function announceTurn(name, status) {
  knock(420, 0.2);
  if (!document.hidden || !setting("notify") || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const shown = new Notification(say("title.turn", { game: name }), { body: status, icon: ICON_TURN, tag: "turn" });
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}
