import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { redactKeys } from './index.ts'
import { generateSecret } from './keys.ts'

const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
const spellings = (secret: Uint8Array) => [
  base58(secret),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  JSON.stringify([...secret]),
  [...secret].join(', '),
]

test('a secret key is struck out of a text in every spelling and wherever it stands', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'my key is ', 'key:"', '('),
      fc.constantFrom('', '.', '"', ') thanks', '\nbuy 1 SOL'),
      (before, after) => {
        for (const key of spellings(generateSecret().secret)) {
          const text = redactKeys(`${before}${key}${after}`)
          assert.ok(!text.includes(key.replace(/[[\]=]/g, '')), text)
          assert.ok(text.includes('[REDACTED]'))
          assert.ok(text.startsWith(before) && text.endsWith(after), text)
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('addresses, signatures, hashes in words and numbers stay as they are', () => {
  for (let i = 0; i < 50; i++) {
    const { secret, address } = generateSecret()
    const signature = base58(
      Buffer.concat([Buffer.from(secret.subarray(32)), Buffer.from(secret.subarray(0, 32))]),
    )
    const text = `buy 0.5 SOL of ${address} at 1,2,3, see ${signature}`
    assert.equal(redactKeys(text), text)
  }
})

test('a key that is glued to other letters, or to another key, is struck out; a run without end is struck out whole', () => {
  const [one, two] = [base58(generateSecret().secret), base58(generateSecret().secret)]
  assert.equal(redactKeys(`mykey${one}thanks`), 'mykey[REDACTED]thanks')
  assert.equal(redactKeys(`${one}${two}`), '[REDACTED][REDACTED]')
  const endless = redactKeys(`${'x'.repeat(15_000)}${one}`)
  assert.ok(endless.includes('[REDACTED]') && !endless.includes(one))
})
