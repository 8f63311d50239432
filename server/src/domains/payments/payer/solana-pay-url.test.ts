/** The URL of a link, read as wallets read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPayUrl } from '../../../test/payer.ts'
import { solanaPayUrl } from './solana-pay-url.ts'

const recipient = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const reference = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN'

void test('amounts are plain decimals, from one lamport to millions of SOL', () => {
  for (const [lamports, amount] of [
    [1n, '0.000000001'],
    [100n, '0.0000001'],
    [1_000_000_000n, '1'],
    [123_456_789_012_345_678n, '123456789.012345678'],
  ] as const) {
    const url = solanaPayUrl({ recipient, lamports, reference, usd: '1.00' })
    assert.equal(new URL(url).searchParams.get('amount'), amount)
    assert.equal(readPayUrl(url).lamports, lamports)
  }
})

void test('it is the transfer request of the specification, and its memo is none of the engine', () => {
  const url = solanaPayUrl({ recipient, lamports: 5n, reference, usd: '25.37' })
  assert.equal(
    url,
    `solana:${recipient}?amount=0.000000005&reference=${reference}&label=Purser&message=Payment%20of%20%2425.37&memo=Payment%20JUPyiwrY`,
  )
  const { pathname, searchParams } = new URL(url)
  assert.equal(pathname, recipient)
  assert.deepEqual([...searchParams.keys()], ['amount', 'reference', 'label', 'message', 'memo'])
  assert.doesNotMatch(searchParams.get('memo') ?? '', /purser:/)
})
