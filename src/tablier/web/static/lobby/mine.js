// @ts-check
/** On the shelf: one's tables and invitations, as they change. */

import { loadWords } from "../table/words.js";
import { listen } from "./line.js";
import { showNews } from "./news.js";

await loadWords();
listen(showNews);
