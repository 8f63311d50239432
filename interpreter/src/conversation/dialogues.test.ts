/**
 * Conversations of the corpus, turn by turn: what a message is taken for, what is planned, asked and offered. A third of
 * them, drawn by the seed; `PROPERTIES=whole` (npm run test:full) runs all.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sample, seed, seededRandom } from '../../../server/src/test/seeded-random.ts'
import { readDialogues, runDialogue } from '../../corpus/dialogues.ts'

const SHARE = 1 / 3
const all = readDialogues(new URL('../../corpus/dialogues.jsonl', import.meta.url))
const drawn =
  process.env.PROPERTIES === 'whole'
    ? all
    : sample(all, { of: Math.ceil(SHARE * all.length), random: seededRandom(seed) })

for (const dialogue of drawn)
  test(`${dialogue.id}: ${dialogue.turns.map(({ say }) => say).join(' // ')}`, () => {
    const judged = runDialogue(dialogue)
    for (const [i, { verdict, why }] of judged.entries()) {
      const turn = `${dialogue.turns[i]?.say}: ${why}`
      assert.notEqual(verdict, 'dangerous', turn)
      if (!dialogue.open) assert.equal(verdict, 'right', turn)
    }
  })
