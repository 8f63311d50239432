/** An owner's payment links, paid and processed on a test desk. */
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import * as payerApi from '@purser/contract/payments/payer.ts'
import * as api from '@purser/contract/payments/payments.ts'
import type { TestDesk } from './harness.ts'
import { quoted } from './payer.ts'
import { until } from './until.ts'

export const isStatus = (wanted: api.PaymentStatus) => (payment: api.Payment) => payment.status === wanted
export const hasFinal = (count: number) => (payment: api.Payment) =>
  payment.receipts.filter(({ state }) => state === 'final').length === count

/** A new owner, with the calls that tests of payments make. */
export async function createOwner({ call, signUp }: Pick<TestDesk, 'call' | 'signUp'>) {
  const { token, id, email } = await signUp()
  const make = async (amount_usd: number | string, more: object = {}) =>
    (await call(api.createPaymentLink, { token, body: { amount_usd, ...more } })).ok
  const read = async (id: number) => (await call(api.getPayment, { token, params: { id } })).ok
  const reach = (id: number, what: string, is: (payment: api.Payment) => boolean): Promise<api.Payment> =>
    until(what, async () => {
      const payment = await read(id)
      return is(payment) && payment
    })
  /** A link paid with test funds. */
  async function paid(amount_usd: number | string) {
    const { id, reference_id: reference } = await make(amount_usd)
    await quoted(call, reference)
    const { ok } = await call(payerApi.testPayment, { params: { reference } })
    const payment = await reach(id, 'it is paid', isStatus('paid'))
    return { ...payment, signature: ok.signature }
  }
  const approve = async (id: number) =>
    (await call(api.approvePayment, { token, params: { id } })).ok.data.payment
  const approved = async (amount_usd: number | string) => approve((await paid(amount_usd)).id)
  const plan = (id: number, distributions: { wallet_id: number; amount_sol: number | string }[]) =>
    call(lines.planDistribution, { token, params: { id }, body: { distributions } })
  return { token, id, email, userId: id, make, read, reach, paid, approve, approved, plan }
}
