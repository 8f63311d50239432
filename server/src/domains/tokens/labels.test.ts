/** Names that a market's service vouches for by mistake: none that a reader takes for another token's is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../kernel/clock.ts'
import { createLabels, type LabelParts } from './labels.ts'
import { passesFor } from './look-alikes.ts'

const MINT = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

async function labelOf(symbol: string): Promise<string | undefined> {
  const facts = {
    mint: MINT,
    symbol,
    name: 'A name of its own',
    decimals: 6,
    verified: true,
    suspicious: false,
  }
  const parts = {
    clock: systemClock,
    tokens: { names: async () => [] },
    tokenSearch: { facts: async () => new Map([[MINT, facts]]) },
    known: async () => [],
  } as unknown as LabelParts
  return (await createLabels(parts)(1, [MINT])).get(MINT)
}

/** By what they are written in. */
const IMITATIONS: Record<string, string> = {
  'Lisu letters': '\ua4f4\ua4e2\ua4d3\ua4da',
  'small capitals': '\u1d1c\ua731\u1d05\u1d04',
  'a lunate sigma': 'USD\u03f9',
  'a palochka': '\u0455\u043e\u04cf',
  'a figure for an l': 'so1',
  'a figure for a capital L': 'SO1',
  'a sign of dollars': '$OL',
  'a sign of dollars within': 'U$DC',
  'a subset': 'USD\u2282',
  'a Cyrillic K': 'BON\u049c',
  'a Komi letter': 'US\u0501C',
  'Cherokee letters': 'U\u13da\u13a0C',
  'an Armenian letter': '\u054dSDC',
  'a stroke': 'US\u0110C',
  'a syllabic': '\u144cSDC',
  squares: '\u{1f184}\u{1f182}\u{1f173}\u{1f172}',
  'letters of flags': '\u{1f1fa}\u{1f1f8}\u{1f1e9}\u{1f1e8}',
  'an exclamation mark': 'W!F',
  'a blank at the end': 'USDC ',
  'something that cannot be seen': 'US\u200bDC',
  'small letters': 'usdc',
}
for (const [how, symbol] of Object.entries(IMITATIONS))
  void test(`one that imitates with ${how} is told by its address alone`, async () => {
    assert.ok(passesFor(symbol), symbol)
    assert.equal(await labelOf(symbol), undefined)
  })

void test('what turns the direction of a line, or is of letters that few can tell apart, is not told', async () => {
  for (const symbol of ['\u202eCDSU', '\u0639\u0631\u0628', '\u05d0\u05d1\u05d2', 'WI\ua798', 'FR\u03a9G'])
    assert.equal(await labelOf(symbol), undefined, symbol)
})

void test('a name of its own is told, in other scripts and as a picture, too', async () => {
  for (const symbol of [
    'FROGGO',
    '$FROG',
    'x402',
    '\u00c9LAN',
    '\u86d9',
    '\u30ab\u30a8\u30eb',
    '\u{1f438}',
    '\u{1f468}\u200d\u{1f33e}',
  ])
    assert.equal(await labelOf(symbol), symbol)
})
