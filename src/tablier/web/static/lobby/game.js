// @ts-check
/** On a game's page: looking for others to play it with. */

import { loadWords } from "../table/words.js";
import { listen } from "./line.js";
import { showNews } from "./news.js";
import { showSearch } from "./seek.js";

await loadWords();
listen((now) => {
  showNews(now);
  showSearch(now);
});
