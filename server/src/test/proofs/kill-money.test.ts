/** Killed at random moments while it moves funds, the desk pays every wallet exactly once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chance, seed } from '../chance.ts'
import { onPostgres } from '../database.ts'
import { killWhileMoving } from '../money-kills.ts'

const KILLS = 10

void test(`killed ${KILLS} times while it distributes and gathers, it pays everyone once (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const { kills, cutOff } = await killWhileMoving({ kills: KILLS, random: chance(seed), sizes: [1, 62, 63] })
  assert.equal(kills, KILLS)
  assert.ok(cutOff > 0, 'at least one request was under way when the desk was killed')
})
