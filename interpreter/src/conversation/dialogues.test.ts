/** Every conversation of the corpus, turn by turn: what a message is taken for, what is planned, asked and offered. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDialogues, runDialogue } from '../../corpus/dialogues.ts'

const all = readDialogues(new URL('../../corpus/dialogues.jsonl', import.meta.url))

for (const dialogue of all)
  test(`${dialogue.id}: ${dialogue.turns.map(({ say }) => say).join(' // ')}`, () => {
    const judged = runDialogue(dialogue)
    for (const [i, { verdict, why }] of judged.entries()) {
      const turn = `${dialogue.turns[i]?.say}: ${why}`
      assert.notEqual(verdict, 'dangerous', turn)
      if (!dialogue.open) assert.equal(verdict, 'right', turn)
    }
  })
