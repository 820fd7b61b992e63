// Moments as the person in front of the page counts them: their time zone, their language.

const DAY = { day: "numeric", month: "short", year: "numeric" };
const TIME = { hour: "2-digit", minute: "2-digit" };
/** @type {Record<string, string>} */ const LOCALES = { en: "en-GB", fr: "fr-FR" };
const SECOND = 1000; // milliseconds

/** Write all moments of a part of the page. @param {ParentNode} [place] */
export function writeMoments(place = document) {
  for (const element of /** @type {NodeListOf<HTMLTimeElement>} */ (place.querySelectorAll("time[data-at]"))) {
    const moment = new Date(Number(element.dataset.at) * SECOND);
    const today = moment.toDateString() === new Date().toDateString();
    const short = element.dataset.clockTime !== undefined && today;
    const style = /** @type {Intl.DateTimeFormatOptions} */ (short ? TIME : element.closest(".counted") ? DAY : { ...DAY, ...TIME });
    element.dateTime = moment.toISOString();
    element.textContent = new Intl.DateTimeFormat(LOCALES[document.documentElement.lang] ?? "en-GB", style).format(moment);
  }
}

writeMoments();
