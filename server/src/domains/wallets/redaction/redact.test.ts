import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { redactKeys } from '../index.ts'
import { generateSecret } from '../keys/keys.ts'

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

const gone = (key: Uint8Array, text: string) => {
  const clean = redactKeys(text)
  assert.ok(clean.includes('[REDACTED]'), `${text} became ${clean}`)
  const [numbers, hex] = [clean.match(/\d+/g)?.join() ?? '', clean.toLowerCase().replaceAll(/[^0-9a-f]/g, '')]
  const eight = key.subarray(8, 16)
  assert.ok(!numbers.includes([...eight].join()), clean)
  assert.ok(!hex.includes(Buffer.from(eight).toString('hex')), clean)
  assert.ok(!clean.includes(base58(key).slice(20, 40)), clean)
  return clean
}

test('bytes are struck out however they are separated, and whatever number stands before or behind them', () => {
  for (let i = 0; i < 10; i++) {
    const { secret } = generateSecret()
    const bytes = [...secret]
    const hex = bytes.map((n) => n.toString(16).padStart(2, '0'))
    assert.equal(gone(secret, `sell 5 ${bytes.join(', ')} 7 times`), 'sell 5 [REDACTED] 7 times')
    assert.equal(gone(secret, `my key: [${bytes.join(',')}]`), 'my key: [REDACTED]')
    for (const text of [
      `5, ${bytes.join(', ')}`,
      `64 ${bytes.join(' ')}`,
      JSON.stringify(bytes, null, 2),
      `[\r\n${bytes.join(',\r\n')}\r\n]`,
      `key 12\n${bytes.join('\n')}`,
      `1;${bytes.join(';')};9`,
      `300,${bytes.join(' , ')},300`,
      `{"a": ["${bytes.join('","')}"]}`,
      `7 ${bytes.slice(0, 32).join(' ')}`,
      hex.join(' '),
      hex.join(':'),
      hex.map((b) => `0x${b}`).join(', '),
      hex.map((b) => `\\x${b}`).join(''),
      `5${hex.join('')}`,
      `<${hex.join('')}0>`,
    ])
      gone(secret, text)
  }
})

test('a key is struck out glued to letters, over several lines, with unseen letters in it, and as PEM', () => {
  for (let i = 0; i < 10; i++) {
    const { secret } = generateSecret()
    const [short, long] = [base58(secret), Buffer.from(secret).toString('base64')]
    for (const text of [
      `key=${long}`,
      `xx${long.replace(/=+$/, '')}yy`,
      `${long.slice(0, 76)}\n${long.slice(76)}`,
      `${short.slice(0, 44)}\n  ${short.slice(44)}`,
      `${short.slice(0, 30)}\u200b${short.slice(30)}`,
      `«${short}»`,
      `**${short}**,`,
      `https://x/?k=${short}&b=1`,
      `-----BEGIN PRIVATE KEY-----\n${long}\n-----END PRIVATE KEY-----`,
    ]) {
      const clean = gone(secret, text)
      assert.ok(!clean.includes(long.slice(10, 40)), clean)
    }
  }
})

test('a seed phrase is struck out, a sentence is not', () => {
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const long = `${'abandon '.repeat(23)}art`
  assert.equal(redactKeys(`my words: ${phrase}.`), 'my words: [REDACTED].')
  assert.equal(redactKeys(phrase.toUpperCase()), '[REDACTED]')
  assert.equal(redactKeys(`buy SOL with ${long} now`), 'buy SOL with [REDACTED] now')
  const numbered = phrase
    .split(' ')
    .map((word, i) => `${i + 1}. ${word}`)
    .join('\n')
  assert.equal(redactKeys(numbered), '1. [REDACTED]')
  for (const text of [
    phrase.replace('yellow', 'year'),
    'legal winner thank year wave sausage',
    'Buy 0.5 SOL of BONK every 10 minutes, 20 times, then sell half of it when the price is above 3 dollars.',
    `Prices: ${Array.from({ length: 60 }, (_, i) => `${i}.5`).join(', ')}`,
    'grid 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 250 250 250',
    'at 12:30:45 on 2026-11-22, 10.0.0.1',
  ])
    assert.equal(redactKeys(text), text)
})

test('the work for a long text grows with its length and not with its square, whatever it is made of', () => {
  for (const piece of [
    '1,',
    'x',
    'legal winner ',
    'ab ',
    'A1+/',
    '9 9\n',
    '0x1f ',
    'abcdefghijklmn\n',
    '[[[',
  ]) {
    // Ten times the longest message: where it grew with the square, this took minutes of processor.
    const began = process.cpuUsage()
    redactKeys(piece.repeat(200_000 / piece.length))
    const { user, system } = process.cpuUsage(began)
    assert.ok(user + system < 15_000_000, piece)
  }
})

test('a text with more to check than an honest one has is struck out from there on, and costs no more', () => {
  const words = 'legal winner thank year wave sausage worth useful '.repeat(400)
  const clean = redactKeys(`before ${words}after`)
  assert.ok(clean.startsWith('before ') && clean.endsWith('[REDACTED] after'), clean.slice(-40))
  assert.ok(clean.length < words.length / 5, `${clean.length} characters were checked`)
  const signatures = Array.from({ length: 220 }, () => base58(randomBytes(64)))
  const few = signatures.slice(0, 15).join(' ')
  assert.equal(redactKeys(few), few)
  const shown = redactKeys(signatures.join(' '))
    .split(' ')
    .filter((one) => one !== '[REDACTED]')
  assert.ok(shown.length < 60, `${shown.length} were checked`)
})
