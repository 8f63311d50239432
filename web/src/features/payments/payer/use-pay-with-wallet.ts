import type { PayerView } from '@purser/contract/payments/payer.ts'
import { useState } from 'react'
import { sentence } from '#wire/fault.ts'
import type { WalletResult } from './pay-with-wallet.ts'
import type { PaymentState } from './use-payment.ts'
import type { SentState } from './use-sent.ts'
import type { PayingWallet } from './use-wallets.ts'

const FAILED = 'The payment could not be prepared. Nothing was sent. Please try again.'

function problemOf(name: string, result: WalletResult): string | undefined {
  switch (result.kind) {
    case 'sent':
    case 'unclear':
      return undefined
    case 'declined':
      return `You declined it in ${name}. Nothing was sent.`
    case 'no_account':
      return `${name} has no account on this network. Switch the network in the wallet, and try again.`
    case 'not_as_shown':
      return 'The transaction was not what this page shows, so it was not signed. Please try again.'
    case 'no_connection':
      return `${name} did not connect: ${result.message}. Nothing was sent.`
  }
}

/** One payment at a time; `busy`: the wallet in use, and its step. */
export function usePayWithWallet(view: PayerView, sent: SentState, refresh: PaymentState['refresh']) {
  const [busy, setBusy] = useState<{ name: string; step: string }>()
  const [problem, setProblem] = useState<string>()
  const pay = async (name: string, wallet: PayingWallet) => {
    setBusy({ name, step: `Connecting to ${name}` })
    setProblem(undefined)
    try {
      const { payWithWallet } = await import('./pay-with-wallet.ts')
      const signing = () => setBusy({ name, step: `Confirm in ${name}` })
      const result = await payWithWallet(wallet, view, signing)
      if (result.kind === 'sent') sent.add(result.signature)
      if (result.kind === 'unclear') sent.add(null, `${name} reported a problem: ${result.message}`)
      setProblem(problemOf(name, result))
    } catch (error) {
      setProblem(sentence(error, FAILED))
    } finally {
      // The next payment is over the amount due then.
      await refresh()
      setBusy(undefined)
    }
  }
  return { pay, busy, problem }
}
