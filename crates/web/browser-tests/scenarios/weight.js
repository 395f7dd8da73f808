// What the page asks of the line and of the server, and what it is allowed to do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { example, running, scenario, visit } from "../browser.js";
import { blanks, digits, openText, solveNow } from "./boards.js";

scenario("The first paint needs less than 200 kB", {}, async (person) => {
  const session = await person.page.createCDPSession();
  await session.send("Network.enable");
  let bytes = 0;
  let requests = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await person.open();
  assert.ok(bytes > 10_000, `${bytes} bytes: nothing was counted`);
  assert.ok(bytes < 200_000, `${bytes} bytes in ${requests} answers`);
  console.log(`# first paint: ${bytes} bytes in ${requests} answers`);
});

scenario("The page holds no script and no style of its own, and may run none", {}, async (person) => {
  const response = await fetch(person.address);
  const policy = response.headers.get("content-security-policy");
  assert.match(policy, /script-src 'self'/);
  assert.doesNotMatch(policy, /unsafe/);
  const page = await response.text();
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style|javascript:/i);
  const ran = await person.page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "document.body.dataset.ran = 'yes'";
    document.body.append(script);
    return document.body.dataset.ran;
  });
  assert.equal(ran, undefined);
  const refused = person.complaints.splice(0);
  assert.ok(refused.length > 0 && refused.every((line) => /Content Security Policy/.test(line)), refused.join("\n"));
});

scenario("A Kakuro of 20 × 20 is solved in under 100 ms of the server's processor time", { at: "#kakuro" }, async (person) => {
  await openText(person, example("kakuro-20.txt"));
  const { server } = await running();
  const before = processorTime(server.pid);
  // Clock ticks are coarse: the mean of ten.
  for (let time = 0; time < 10; time++) await solveNow(person);
  const spent = (processorTime(server.pid) - before) / 10;
  const rows = await digits(person);
  assert.equal(rows.length, 20);
  assert.equal(rows.flat().filter(Boolean).length, (await blanks(person)).length, "every white cell holds a digit");
  console.log(`# solve of 20 × 20 from click to answer: ${spent} ms of processor time in the server`);
  assert.ok(spent < 100, `${spent} ms of processor time`);
});

scenario("Two visitors do not see each other's play", { at: "#sudoku" }, async (person) => {
  const other = await visit({ at: "#sudoku" });
  const [before] = await Promise.all([digits(other), solveNow(person)]);
  assert.deepEqual(await digits(other), before);
  await other.leave();
});

/** What a process has used of processors so far, in milliseconds. Clock ticks of Linux are a hundredth of a second. */
function processorTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
