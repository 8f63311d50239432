/** The payer's page's words for a payment, in plain language. Nothing is called paid before it is final. */
import type { PayerView } from '@purser/contract/payments/payer.ts'
import { exact, usdDown, usdUp } from './amounts.ts'

export type Tone = 'open' | 'waiting' | 'good' | 'ended'
export type StateWords = { title: string; text: string; tone: Tone }

export function stateWords(view: PayerView): StateWords {
  const amount = usdUp(view.amount_usd)
  switch (view.state) {
    case 'open':
      return { title: `Pay ${amount}`, text: 'Waiting for your payment', tone: 'open' }
    case 'arriving':
      return {
        title: 'Your payment is arriving',
        text: 'The network has confirmed it and is making it final, which takes about 15 seconds. Do not pay again.',
        tone: 'waiting',
      }
    case 'unseen':
      return {
        title: 'Your payment is not visible right now',
        text: 'The network showed it but no longer does. We keep looking for it, and it counts as soon as it is found. Do not pay again. If it takes long, ask whoever sent you this link.',
        tone: 'waiting',
      }
    case 'partial':
      return {
        title: `${usdUp(view.due_usd)} still due`,
        text: `${usdDown(view.received_usd)} of ${amount} has arrived. Please pay the rest.`,
        tone: 'open',
      }
    case 'paid':
      return { title: `Paid ${amount}`, text: 'Your payment is final. Thank you.', tone: 'good' }
    case 'expired':
      return {
        title: 'This link has expired',
        text: 'Please do not pay it. Ask whoever sent it to you for a new one.',
        tone: 'ended',
      }
  }
}

type Issue = PayerView['issues'][number]
const DECIDES = 'The receiver sees this and decides whether to'

function issueWords(issue: Issue, view: PayerView): string | undefined {
  switch (issue) {
    case 'short':
      if (view.state === 'paid')
        return 'Less than the amount due has arrived. The receiver has accepted it as it is.'
      if (view.state === 'expired')
        return `${usdDown(view.received_usd)} of ${usdUp(view.amount_usd)} has arrived in time. ${DECIDES} accept it or send it back.`
      // The heading says how much is missing.
      return undefined
    case 'over':
      return `More than the amount due has arrived. ${DECIDES} send the difference back.`
    case 'late':
      return `A payment arrived after this link had expired. ${DECIDES} accept it or send it back.`
    case 'wrong_token':
      return `${tokensOf(view)} arrived. This link takes SOL only, so it does not count. ${DECIDES} send it back.`
  }
}

/** The tokens that arrived in place of SOL. */
function tokensOf(view: PayerView): string {
  const tokens = view.receipts.filter(({ symbol }) => symbol !== 'SOL')
  if (tokens.length === 0) return 'A token'
  return tokens.map(({ amount, symbol }) => `${exact(amount)} ${symbol}`).join(' and ')
}

/** One sentence for each issue that needs one. */
export const issueTexts = (view: PayerView): string[] =>
  view.issues.flatMap((issue) => issueWords(issue, view) ?? [])

/** Tells whether the page asks for money. */
export const isPayable = ({ state }: PayerView): boolean => state === 'open' || state === 'partial'

/** Nothing on the page can change any more, except by the receiver: the page need not poll. */
export const isSettled = (view: PayerView): boolean =>
  view.state === 'paid' &&
  view.receipts.every(({ state }) => state !== 'arriving') &&
  view.refunds.every(({ tx_hash }) => tx_hash !== null)

/** '23 Nov 2026, 10:00:05 UTC', in the payer's own time zone. */
export const timeText = (at: string): string =>
  new Date(at).toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })

/** The link back if it may be followed: https, or this server itself. */
export function returnLink(text: string | null, own: string): { href: string; host: string } | undefined {
  if (text === null || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.origin !== own) return undefined
  return { href: url.href, host: url.host }
}
