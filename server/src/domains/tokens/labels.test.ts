/** Names that a market's service verifies by mistake: none that a reader takes for another token's is shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortAddress } from '@purser/contract/wallets/short-address.ts'
import { systemClock } from '../../kernel/clock.ts'
import { strangeMint } from '../../test/token-service.ts'
import { createLabels, type LabelParts } from './labels.ts'
import { passesFor } from './look-alikes.ts'

const [MINT, OTHER] = ['one', 'another'].map(strangeMint) as [string, string]
const [SHORT, OTHER_SHORT] = [MINT, OTHER].map(shortAddress)

/** `verified`: the service's names by mint. */
async function labels(
  verified: Record<string, string>,
  known: { mint: string; symbol: string; source: 'created' | 'granted' }[] = [],
): Promise<string[]> {
  const facts = Object.entries(verified).map(([mint, symbol]) => {
    const one = { mint, symbol, name: 'A name of its own', decimals: 6, verified: true, suspicious: false }
    return [mint, one] as const
  })
  const parts = {
    clock: systemClock,
    tokens: { names: async () => [] },
    tokenSearch: { facts: async () => new Map(facts) },
    known: async () => known,
  } as unknown as LabelParts
  const mints = [...Object.keys(verified), ...known.map(({ mint }) => mint)]
  const told = await createLabels(parts)(1, mints)
  return mints.flatMap((mint) => told.get(mint) ?? [])
}
const readLabel = async (symbol: string) => (await labels({ [MINT]: symbol }))[0]

/** Imitations by the kind of characters. */
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
    assert.equal(await readLabel(symbol), undefined)
  })

void test('what turns the direction of a line, or is of letters that few can tell apart, is not told', async () => {
  for (const symbol of ['\u202eCDSU', '\u0639\u0631\u0628', '\u05d0\u05d1\u05d2', 'WI\ua798', 'FR\u03a9G'])
    assert.equal(await readLabel(symbol), undefined, symbol)
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
    assert.equal(await readLabel(symbol), symbol)
})

void test('what a stranger grants has its address beside its name: nobody asked for it', async () => {
  const granted = { mint: OTHER, source: 'granted' as const }
  assert.deepEqual(await labels({}, [{ ...granted, symbol: 'FROGGO' }]), [`FROGGO (${OTHER_SHORT})`])
  assert.deepEqual(await labels({ [MINT]: 'FROGGO' }, [{ ...granted, symbol: 'Froggo' }]), [
    `FROGGO (${SHORT})`,
    `Froggo (${OTHER_SHORT})`,
  ])
  assert.deepEqual(await labels({}, [{ mint: OTHER, symbol: 'FROGGO', source: 'created' }]), ['FROGGO'])
})

void test('of two that are told together under one name each has its address beside it', async () => {
  assert.deepEqual(await labels({ [MINT]: 'FROGGO', [OTHER]: 'froggo' }), [
    `FROGGO (${SHORT})`,
    `froggo (${OTHER_SHORT})`,
  ])
})
