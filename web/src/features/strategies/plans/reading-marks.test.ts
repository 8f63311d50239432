import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadingPart } from '@purser/contract/agents/reading.ts'
import fc from 'fast-check'
import { type Mark, marksOf } from './reading-marks.ts'

/** The parts of a sentence by their words, in order: 'filler' and 'unknown', or else a field. */
function partsOf(sentence: string, pieces: [text: string, kind: string][]): ReadingPart[] {
  let end = 0
  return pieces.map(([text, kind]) => {
    const from = sentence.indexOf(text, end)
    end = from + text.length
    return kind === 'filler' || kind === 'unknown'
      ? { from, to: end, kind }
      : { from, to: end, kind: 'field', field: kind }
  })
}
const shown = (marks: Mark[] | undefined) =>
  marks?.map((mark) => (mark.kind === 'field' ? [mark.text, mark.name] : [mark.text, mark.kind]))

test('parts are named as the rows of the plan are, and neighbours of one field are one piece', () => {
  const sentence = 'please buy 0.5 SOL of popcat every 2 hours, stop loss 10%'
  const parts = partsOf(sentence, [
    ['please', 'filler'],
    ['buy', 'trade_direction'],
    ['0.5', 'amount_per_order.value'],
    ['SOL', 'amount_per_order.unit'],
    ['of', 'filler'],
    ['popcat', 'unknown'],
    ['every 2 hours', 'interval_seconds'],
    [', stop loss 10%', 'risk.stop_loss_percent'],
  ])
  assert.deepEqual(shown(marksOf(sentence, parts)), [
    ['please ', 'plain'],
    ['buy', 'Direction'],
    [' ', 'plain'],
    ['0.5 SOL', 'Amount per order'],
    [' of ', 'plain'],
    ['popcat', 'unknown'],
    [' ', 'plain'],
    ['every 2 hours', 'Interval'],
    [', ', 'plain'],
    ['stop loss 10%', 'Stop loss'],
  ])
})

test('what is seen as one letter is never cut, wherever an offset falls', () => {
  const family = '👩‍👩‍👧'
  for (const emoji of ['🚀', family, '👍🏽', '🇩🇪', 'e\u0301'])
    for (let at = 4; at <= 4 + emoji.length; at++) {
      const sentence = `buy ${emoji}${emoji} 1 SOL`
      const marks = marksOf(sentence, [
        { from: 0, to: at, kind: 'field', field: 'trade_direction' },
        { from: at, to: 4 + 2 * emoji.length, kind: 'filler' },
        { from: 5 + 2 * emoji.length, to: sentence.length, kind: 'field', field: 'amount' },
      ])
      const texts = marks?.map((mark) => mark.text) ?? []
      assert.equal(texts.join(''), sentence)
      for (const text of texts) assert.ok(text.isWellFormed(), JSON.stringify([emoji, at, texts]))
      assert.equal(texts.join('').split(emoji).length - 1, 2)
      assert.equal(
        texts.reduce((count, text) => count + text.split(emoji).length - 1, 0),
        2,
      )
    }
})

test('parts of another text name nothing: a key that was struck out moves all offsets behind it', () => {
  const read = 'buy [REDACTED] 1 SOL'
  const parts = partsOf(read, [
    ['buy', 'trade_direction'],
    ['[REDACTED]', 'unknown'],
    ['1 SOL', 'amount'],
  ])
  assert.ok(marksOf(read, parts))
  assert.equal(marksOf('buy 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi 1 SOL', parts), undefined)
  assert.equal(marksOf('buy', parts), undefined)
  assert.equal(marksOf('buy 1 SOL', [{ from: 0, to: 99, kind: 'filler' }]), undefined)
  assert.equal(marksOf('buy 1 SOL', [{ from: -1, to: 3, kind: 'filler' }]), undefined)
})

test('whatever the parts are, the pieces together are the sentence', () => {
  const part = fc.record({
    from: fc.nat(30),
    to: fc.nat(30),
    kind: fc.constantFrom('field' as const, 'filler' as const, 'unknown' as const),
    field: fc.constantFrom('amount', 'interval_seconds', 'risk.max_spend', ''),
  })
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.array(part), (sentence, parts) => {
      const marks = marksOf(sentence, parts)
      if (marks) assert.equal(marks.map((mark) => mark.text).join(''), sentence)
    }),
  )
})
