/** The parts that were read are found at their places in the text that was sent. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from '@purser/interpreter/index.ts'
import { getBase58Decoder } from '@solana/kit'
import { redactKeys } from '../../wallets/index.ts'
import { asSent } from './as-sent.ts'

const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')])
const key = getBase58Decoder().decode(bytes)
const list = JSON.stringify([...bytes])
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

/** The text that each field was read from. */
function readFields(sent: string): Record<string, string> {
  const read = redactKeys(sent.trim())
  const tokens = KNOWN_TOKENS
  const meant = interpretText({ instruction: read, tokenAddress: null, tokens, previousPlan: null })
  const parts = asSent(sent, read, 'reading' in meant ? (meant.reading ?? []) : [])
  return Object.fromEntries(parts.map(({ from, to, kind, field }) => [field ?? kind, sent.slice(from, to)]))
}
const READ = {
  trade_direction: 'buy',
  amount_per_order: '0.1 SOL',
  token_address: 'of BONK',
  interval_seconds: 'every hour',
}
const subset = (sent: string) => {
  const fields = readFields(sent)
  return Object.fromEntries(Object.keys(READ).map((name) => [name, fields[name]]))
}

test('with blanks around it, with pictures, tabs and lines', () => {
  for (const sent of [
    'buy 0.1 SOL of BONK every hour',
    '  buy 0.1 SOL of BONK every hour \n',
    '\t\u{1f680} buy 0.1 SOL of BONK \u{1f468}\u200d\u{1f469}\u200d\u{1f467} every hour',
    '\ufeffbuy\t0.1 SOL\r\nof BONK\nevery hour',
  ])
    assert.deepEqual(subset(sent), READ, JSON.stringify(sent))
  assert.deepEqual(subset('buy 0.1 SOL of BO\u200bNK every hour'), {
    ...READ,
    token_address: 'of BO\u200bNK',
  })
})

test('with keys in it, in whatever form and place', () => {
  for (const secret of [key, list, bytes.toString('hex'), phrase, `key\u200b${key}`])
    for (const sent of [
      `buy 0.1 SOL of BONK every hour ${secret}`,
      `${secret} buy 0.1 SOL of BONK every hour`,
      `  buy 0.1 SOL of BONK, ${secret}, every hour`,
      `buy 0.1 SOL ${secret} of BONK ${key} every hour`,
      `${key} buy 0.1 SOL of BONK ${secret} every hour [REDACTED]`,
    ]) {
      assert.ok(redactKeys(sent).includes('[REDACTED]'), sent)
      assert.deepEqual(subset(sent), READ, sent)
    }
})
