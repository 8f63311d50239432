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
  [{ code: 'nobody' }, 'Nobody can make more of it.', 'Nobody can freeze the accounts that hold it.'],
  [
    { code: 'unknown' },
    'Whether somebody can make more of it is not known.',
    'Whether somebody can freeze the accounts that hold it is not known.',
  ],
  [
    { code: 'somebody' },
    'Somebody can make more of it at any time.',
    'Somebody can freeze the accounts that hold it, which can then sell none.',
  ],
  [
    { code: 'address', address: 'ABC' },
    'ABC can make more of it at any time.',
    'ABC can freeze the accounts that hold it, which can then sell none.',
  ],
]
for (const [authority, mints, freezes] of said)
  test(`an authority that is ${authority.code} is told as such`, () => {
    const lines = report({ mintAuthority: authority, freezeAuthority: authority })
    assert.deepEqual(lines.slice(1, 3), [mints, freezes])
  })

test('what is only the word of the service is said to be', () => {
  const isSaid = (lines: string[]) =>
    lines.some((line) => line.includes("the word of the market's token service"))
  assert.equal(isSaid(report({ source: 'service' })), true)
  assert.equal(isSaid(report({ source: 'chain' })), false)
})

test('a warning of the service stands before who can do what', () => {
  assert.ok(report({}).every((line) => !line.includes('suspicious')))
  assert.match(report({ suspicious: true })[1] ?? '', /token service marks it as suspicious/)
})
