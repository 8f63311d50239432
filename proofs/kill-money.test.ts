/** Killed at points of its work with funds, and at random moments, the desk pays every wallet exactly once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom, seed, whole } from '../server/src/test/seeded-random.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { killWhileMoving } from './money-kills.ts'
import { type Blow, killAtPoints } from './money-points.ts'
import { moneys } from './moneys.ts'

const KILLS = whole ? 10 : 3
const BLOWS = whole ? 4 : 2

void test(`killed ${KILLS} times while it distributes and gathers, it pays everyone once (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const { kills, cutOff } = await killWhileMoving({
    kills: KILLS,
    random: seededRandom(seed),
    sizes: [1, 62, 63],
  })
  assert.ok(kills >= KILLS)
  assert.ok(cutOff > 0, 'at least one request was under way when the desk was killed')
})

void test(`killed at random points of an operation and of its resume, it pays everyone once (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const random = seededRandom(seed + 1)
  const some = (blows: Blow[], count: number) => blows.toSorted(() => random() - 0.5).slice(0, count)
  const report = await killAtPoints({
    sizes: [[1, 62, 63][Math.floor(random() * 3)] ?? 1],
    slotMs: 60,
    // Takes as many blows that strike once as blows that also strike the resume.
    choose: (blows) => [
      ...some(
        blows.filter(({ points }) => points.length === 1),
        BLOWS / 2,
      ),
      ...some(
        blows.filter(({ points }) => points.length > 1),
        BLOWS / 2,
      ),
    ],
  })
  assert.equal(report.runs, 2 * BLOWS)
  assert.equal(report.kills, 3 * BLOWS)
})

void test(`killed at random points of an operation of a token, it pays everyone once (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const random = seededRandom(seed + 2)
  const report = await killAtPoints({
    sizes: [12],
    slotMs: 60,
    money: moneys.token,
    choose: (blows) =>
      whole
        ? blows.toSorted(() => random() - 0.5).slice(0, 4)
        : blows
            .filter(({ points }) => points.length === 1)
            .toSorted(() => random() - 0.5)
            .slice(0, 1),
  })
  assert.equal(report.runs, whole ? 8 : 2)
})
