// On PostgreSQL as well.
/** Strangers who read a link, however many and however often, do not have the server ask the network each time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewPayment } from '@purser/contract/payments/payer.ts'
import type { Address } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import { startTestDesk } from '../../../test/harness.ts'
import { fund, SOL } from '../../../test/money.ts'
import { createOwner } from '../../../test/paid-links.ts'
import { createMinimumPayment } from './minimum-payment.ts'

const calls: string[] = []
const desk = await startTestDesk({ overhear: (method) => void calls.push(method), manyClients: true })

void test('a hundred reads of a link ask the network once whether its wallet is there', async () => {
  const { make } = await createOwner(desk)
  const { reference_id: reference, wallet } = await make(5)
  const reads = () => calls.filter((method) => method === 'getMultipleAccounts').length
  const read = (client: number) =>
    desk.call(viewPayment, {
      params: { reference },
      headers: { 'x-forwarded-for': `203.0.113.${client}` },
    })
  const before = reads()
  const first = await Promise.all(Array.from({ length: 50 }, (_, i) => read(i)))
  for (let i = 0; i < 50; i++) first.push(await read(i))
  assert.ok(first.every(({ status, ok }) => status === 200 && ok.least_sol === 0.00065024))
  assert.ok(reads() - before <= 2, `${reads() - before} calls`)
  await fund(desk.chain, wallet.address, SOL)
})

void test('what is kept is asked for again in time, failures too, and rent where it failed', async () => {
  let now = 0
  let answer: bigint | null | 'away' = null
  let rent: bigint | 'away' = 'away'
  let asked = 0
  const away = () => {
    throw new Fault('chain_away')
  }
  const minimumPayment = createMinimumPayment({
    clock: { monotonic: () => now },
    chain: {
      lamports: async () => {
        asked++
        return answer === 'away' ? away() : [answer]
      },
      rentExempt: async () => (rent === 'away' ? away() : rent),
    },
  })
  const wallet = 'wallet' as Address
  assert.equal(await minimumPayment(wallet), null)
  rent = 890_880n
  now += 5_000
  assert.equal(await minimumPayment(wallet), 890_880n)
  assert.deepEqual(await Promise.all([minimumPayment(wallet), minimumPayment(wallet)]), [890_880n, 890_880n])
  assert.equal(asked, 2)
  answer = 'away'
  now += 5_000
  assert.deepEqual([await minimumPayment(wallet), await minimumPayment(wallet), asked], [null, null, 3])
  answer = 5n
  now += 5_000
  assert.deepEqual([await minimumPayment(wallet), asked], [null, 4])
  now += 59_000
  assert.deepEqual([await minimumPayment(wallet), asked], [null, 4])
  answer = null
  now += 2_000
  assert.deepEqual([await minimumPayment(wallet), asked], [890_880n, 5])
})
