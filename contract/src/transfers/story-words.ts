/** The sentence of an operation, for the activity page and its file. Logic reads the story, never this. */
import { figureWords } from '../money.ts'
import { shortAddress } from '../wallets/short-address.ts'
import type { Story, StorySide } from './stories.ts'
import type { Operation, Standing } from './transfers.ts'

type DescribedOperation = Pick<Operation, 'type' | 'status' | 'summary' | 'follows'> & { story: Story }
type Moved = { amount: number | string; symbol: string }

const words = (moved: Moved | null): string =>
  moved === null ? 'several tokens' : `${figureWords(moved.amount)} ${moved.symbol}`

const count = (n: number) => `${n.toLocaleString('en')} ${n === 1 ? 'wallet' : 'wallets'}`

const sideWords = ({ count: n, name, address }: StorySide): string =>
  n !== 1 ? count(n) : (name ?? (address === null ? count(1) : shortAddress(address)))

/** 'done' for what has happened, 'failed' for what has not: a failed operation never reads as done. */
type Tense = 'done' | 'doing' | 'failed'
const getTense = ({ status }: DescribedOperation): Tense =>
  status === 'completed' || status === 'partial' ? 'done' : status === 'failed' ? 'failed' : 'doing'

const VERBS: Record<string, Record<Tense, string>> = {
  buy: { done: 'Bought', doing: 'Buying', failed: 'Did not buy' },
  sell: { done: 'Sold', doing: 'Selling', failed: 'Did not sell' },
  distribute: { done: 'Distributed', doing: 'Distributing', failed: 'Did not distribute' },
  gather: { done: 'Gathered', doing: 'Gathering', failed: 'Did not gather' },
  'top-up': { done: 'Topped up', doing: 'Topping up', failed: 'Did not top up' },
  payment: { done: 'Paid out', doing: 'Paying out', failed: 'Did not pay out' },
  send: { done: 'Sent', doing: 'Sending', failed: 'Did not send' },
  refund: { done: 'Refunded', doing: 'Refunding', failed: 'Did not refund' },
  receive: { done: 'Received', doing: 'Receiving', failed: 'Did not receive' },
  create: { done: 'Created', doing: 'Creating', failed: 'Did not create' },
  move: { done: 'Moved', doing: 'Moving', failed: 'Did not move' },
}

const verb = (name: string, operation: DescribedOperation): string => VERBS[name]?.[getTense(operation)] ?? ''

const ofPayment = ({ story }: DescribedOperation): string =>
  story.payment === null ? 'a payment' : `payment #${story.payment}`

/** 'Bought 146,232 BONK for 0.05 SOL'. */
function tradeWords(operation: DescribedOperation): string {
  const { side, paid, received } = operation.story
  if (side === null) return `${verb('move', operation)} ${words(paid)} for ${words(received)}`
  if (getTense(operation) !== 'done') {
    const what = side === 'buy' ? received : paid
    const given = side === 'buy' ? paid : received
    return side === 'buy'
      ? `${verb(side, operation)} ${what?.symbol ?? 'tokens'} for ${words(given)}`
      : `${verb(side, operation)} ${words(what)}`
  }
  return side === 'buy'
    ? `${verb(side, operation)} ${words(received)} for ${words(paid)}`
    : `${verb(side, operation)} ${words(paid)} for ${words(received)}`
}

/** For an operation with many transfers, how many of them it has completed. */
function reached(side: StorySide, operation: DescribedOperation): string {
  const { confirmed, total } = operation.summary
  if (side.count === 1 || getTense(operation) !== 'done' || confirmed === total) return sideWords(side)
  return `${confirmed.toLocaleString('en')} of ${sideWords(side)}`
}

function doneWords(operation: DescribedOperation): string {
  const { type, story } = operation
  const [from, to, paid] = [reached(story.from, operation), reached(story.to, operation), words(story.paid)]
  switch (type) {
    case 'trade':
      return tradeWords(operation)
    case 'distribute':
    case 'token-distribute':
      return `${verb('distribute', operation)} ${paid} to ${to} from ${from}`
    case 'gather':
    case 'token-gather':
      return `${verb('gather', operation)} ${paid} from ${from} into ${to}`
    case 'top-up':
      return `${verb('top-up', operation)} ${to} with ${paid} from ${from}`
    case 'payment':
      return `${verb('payment', operation)} ${paid} of ${ofPayment(operation)} to ${to}`
    case 'send':
      return `${verb('send', operation)} ${paid} to ${to} from ${from}`
    case 'refund':
      return `${verb('refund', operation)} ${paid} of ${ofPayment(operation)} to ${to}`
    case 'test-payment':
      return `${verb('receive', operation)} ${ofPayment(operation)}: ${paid} of test funds`
    case 'faucet':
      return `${verb('receive', operation)} ${paid} of test funds in ${to}`
    case 'token-create':
      return `${verb('create', operation)} ${paid} in ${to}`
    default:
      return `${verb('move', operation)} ${paid} from ${from} to ${to}`
  }
}

const AS = { undo: 'Undo: ', retry: 'Second try: ' }

/** 'Bought 146,232 BONK for 0.05 SOL · Agent 1'. */
export function storyWords(operation: DescribedOperation): string {
  const { by } = operation.story
  const who = by === null ? '' : ` · ${by.name ?? (by.kind === 'bot' ? 'Trading bot' : 'Deleted agent')}`
  return `${operation.follows ? AS[operation.follows.as] : ''}${doneWords(operation)}${who}`
}

export const STANDING_NAMES: Record<Standing, string> = {
  undone: 'Undone',
  'undone-partly': 'Partly undone',
  undoing: 'Being undone',
  retried: 'Tried again',
}
