/**
 * `npm run test:faults`: the desk is killed at random moments, 500 times unless FAULT_KILLS says otherwise, while it
 * distributes to and gathers from 1, 62, 63 and 1,000 wallets. The last result stands in bench/faults.json.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { chance, seed } from '../server/src/test/chance.ts'
import { killWhileMoving } from '../server/src/test/money-kills.ts'

const KILLS = Number(process.env.FAULT_KILLS ?? 500)

void test(`killed ${KILLS} times while it moves funds, the desk pays everyone once (seed ${seed})`, async () => {
  const began = Date.now()
  const report = await killWhileMoving({
    kills: KILLS,
    random: chance(seed),
    said: (line) => console.log(line),
  })
  const minutes = Math.round((Date.now() - began) / 6_000) / 10
  writeFileSync(
    join(import.meta.dirname, 'faults.json'),
    `${JSON.stringify({ seed, ...report, minutes, at: new Date(began).toISOString() }, null, 2)}\n`,
  )
  assert.equal(report.kills, KILLS)
})
