/** The texts about a mint: an unknown fact never reads as 'nobody', and the service's word is marked as such. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Authority, mintFactsText, type MintReport } from './mint-texts.ts'

const report = (more: Partial<MintReport>): string[] =>
  mintFactsText({
    mint: 'some-mint',
    symbol: 'FROGGO',
    name: 'Zebra Meadow',
    verified: false,
    source: 'chain',
    mintAuthority: { code: 'nobody' },
    freezeAuthority: { code: 'nobody' },
    suspicious: false,
    topHoldersPercent: null,
    liquidityUsd: null,
    since: null,
    refusal: null,
    risks: [],
    ...more,
  })

const said: [Authority, string, string][] = [
  [{ code: 'nobody' }, 'Nobody can mint more of it.', 'Nobody can freeze accounts that hold it.'],
  [
    { code: 'unknown' },
    'It is unknown whether anyone can mint more of it.',
    'It is unknown whether anyone can freeze accounts that hold it.',
  ],
  [
    { code: 'somebody' },
    'Someone can mint more of it at any time.',
    'Someone can freeze accounts that hold it, which then cannot sell it.',
  ],
  [
    { code: 'address', address: 'ABC' },
    'ABC can mint more of it at any time.',
    'ABC can freeze accounts that hold it, which then cannot sell it.',
  ],
]
for (const [authority, mints, freezes] of said)
  test(`an authority that is ${authority.code} is told as such`, () => {
    const lines = report({ mintAuthority: authority, freezeAuthority: authority })
    assert.deepEqual(lines.slice(1, 3), [mints, freezes])
  })

test('what is only the word of the service is said to be', () => {
  const isSaid = (lines: string[]) =>
    lines.some((line) => line.includes("reported by the market's token service"))
  assert.equal(isSaid(report({ source: 'service' })), true)
  assert.equal(isSaid(report({ source: 'chain' })), false)
})

test('a warning of the service stands before who can do what', () => {
  assert.ok(report({}).every((line) => !line.includes('suspicious')))
  assert.match(report({ suspicious: true })[1] ?? '', /token service flags it as suspicious/)
})
