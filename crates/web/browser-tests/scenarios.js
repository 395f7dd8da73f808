// Every scenario of the page, one after the other in one browser: `node scenarios.js`.

import { after } from "node:test";
import { stop } from "./browser.js";
import "./scenarios/solve.js";
import "./scenarios/open.js";
import "./scenarios/play.js";
import "./scenarios/kinds.js";
import "./scenarios/watch.js";
import "./scenarios/draw.js";
import "./scenarios/look.js";
import "./scenarios/access.js";
import "./scenarios/weight.js";

after(stop);
