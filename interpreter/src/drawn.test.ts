/**
 * Sentences of people that the seed draws from all corpora: none becomes a dangerous plan, and nearly all are read
 * right.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sample, seed, seededRandom } from '../../server/src/test/seeded-random.ts'
import { converse, judge, type Line } from '../corpus/judge.ts'
import { interpretText } from './index.ts'

const DRAWN = 2_000
/**
 * The whole corpora have a higher share (building.test.ts, corpus.test.ts): with this many, chance takes less than a
 * percent.
 */
const RIGHT = 0.95
const root = new URL('../', import.meta.url)
/** The corpora that judge.ts judges. */
const CORPORA = globSync(
  [
    'corpus/{building,building-more,apart,apart-fresh,voices,neighbours}.jsonl',
    'src/intents/*/examples.jsonl',
  ],
  { cwd: root },
)

test(`of ${DRAWN} sentences of all corpora none is dangerous, and most are read right (seed ${seed})`, async () => {
  const lines = CORPORA.sort()
    .flatMap((file) => readFileSync(new URL(file, root), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as Line)
  const drawn = sample(lines, { of: DRAWN, random: seededRandom(seed) })
  let right = 0
  for (const line of drawn) {
    const verdict = judge(await converse(interpretText, line), line)
    assert.notEqual(verdict, 'dangerous', JSON.stringify(line))
    if (verdict === 'right') right++
  }
  assert.ok(drawn.length >= DRAWN && right >= RIGHT * drawn.length, `${right} of ${drawn.length}`)
})
