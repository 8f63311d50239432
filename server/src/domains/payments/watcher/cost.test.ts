// On PostgreSQL as well.
/** The calls to the chain that a link costs: nothing on this path grows with the number of links. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewPayment } from '@purser/contract/payments/payer.ts'
import { startTestDesk, until } from '../../../test/harness.ts'
import { createOwner, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'

const calls = new Map<string, number>()
const desk = await startTestDesk({
  network: 'steered',
  apartMs: 50,
  manyClients: true,
  overhear: (method) => void calls.set(method, (calls.get(method) ?? 0) + 1),
})
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const of = (method: string) => calls.get(method) ?? 0

void test('fifty open links of a wallet are one listing a scan, and a payment is read once as it arrives', async (t) => {
  const { make, reach } = await createOwner(desk)
  const payer = await createPayer(chain)
  for (let n = 0; n < 50; n++) await make(1)
  const { id, reference_id: reference } = await make(5)
  const asked = await quoted(call, reference)
  await until('it is scanned', () => of('getSignaturesForAddress') > 2)
  calls.clear()
  await until('some scans are over', () => of('getSignaturesForAddress') >= 3)
  t.diagnostic(`three scans of a wallet with 51 open links: ${JSON.stringify([...calls])}`)
  assert.ok(of('getSignaturesForAddress') <= 4)
  assert.equal(of('getTransaction'), 0)
  calls.clear()
  await payer.pay(asked)
  await reach(id, 'it arrives', ({ receipts }) => receipts.length === 1)
  t.diagnostic(`until it has arrived: ${JSON.stringify([...calls])}`)
  assert.ok(of('getTransaction') <= 2)
  calls.clear()
  await reach(id, 'it is paid', isStatus('paid'))
  t.diagnostic(`until it is final: ${JSON.stringify([...calls])}`)
  assert.ok(of('getTransaction') <= 3)
  calls.clear()
  for (let n = 0; n < 10; n++) await call(viewPayment, { params: { reference } })
  t.diagnostic(`ten looks at a page that is paid: ${JSON.stringify([...calls])}`)
})
