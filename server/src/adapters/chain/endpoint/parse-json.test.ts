import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJsonWithBigInts, stringifyJsonWithBigInts } from '@solana/rpc-spec-types'
import { parseJson } from './parse-json.ts'

test('integers are bigints to the last digit, whatever else is there stays as it is', () => {
  assert.deepEqual(
    parseJson(
      '{"rent":18446744073709551615,"fee":-5000,"none":-0,"big":1e3,"part":1.5,"small":25e-1,"text":"12"}',
    ),
    { rent: 18446744073709551615n, fee: -5000n, none: 0n, big: 1000n, part: 1.5, small: 2.5, text: '12' },
  )
  assert.throws(() => parseJson('{"a":01}'), SyntaxError)
})

test('what a node sends is no number because it looks like the wrapping of one', () => {
  assert.deepEqual(parseJson('{"log":{"$n":"7"}}'), { log: { $n: '7' } })
})

test('a number of very many digits costs little', () => {
  assert.equal(parseJson('9'.repeat(1_000_000)), Infinity)
})

test('any answer reads as the client library reads it', () => {
  const leaf = fc.oneof(
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
  )
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value')),
      fc.dictionary(fc.stringMatching(/^[a-z]+$/), tie('value')),
    ),
  }))
  fc.assert(
    fc.property(value, (answer) => {
      const text = stringifyJsonWithBigInts(answer)
      assert.deepEqual(parseJson(text), parseJsonWithBigInts(text))
    }),
  )
})
