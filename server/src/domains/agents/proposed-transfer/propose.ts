/** From a message to a transfer that a page can preview. It moves nothing and reserves nothing. */
import type { ParsedInstruction } from '@purser/contract/agents/agents.ts'
import { TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { formatUnits, groupThousands, parseUnitsDown } from '@purser/contract/money.ts'
import type { ProposedTransfer } from '@purser/contract/agents/proposed-transfer.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Member, Place, TransferRead } from '../../../ports/interpreter.ts'
import type { Balances } from '../../balances/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { questions } from './questions.ts'

type Moved = TransferRead['token']
export type ProposalParts = { balances: Balances }
type Message = {
  userId: number
  read: TransferRead | { question: string }
  /** All wallets of the user. */
  wallets: readonly Member[]
  /** The wallets that the agent trades with: the source where the message names none. */
  chosen: readonly OwnedWallet[]
}
type Answer = Pick<ParsedInstruction, 'explanation' | 'transfer'>
type Side = { wallets: Member[]; label: string }

const answered = (explanation: string): Answer => ({ explanation })
const CONFIRM = 'Nothing has moved yet. Open the preview to see the exact fees, and confirm it there.'

export async function proposeTransfer(parts: ProposalParts, message: Message): Promise<Answer> {
  const { userId, read, wallets } = message
  if ('question' in read) return answered(read.question)
  if (wallets.length === 0) return answered(questions.noWallets)
  const source = resolveSource(read, message, wallets)
  if (typeof source === 'string') return answered(source)
  return findOutside(read.to) ? toOutside(read, source) : within(parts, userId, read, source)
}

const findOutside = (places: readonly Place[]) => places.find((one) => one.is === 'outside')

/** The side that is named, each wallet once. */
function toSide(places: readonly Place[]): Side {
  const members = places.flatMap((one) =>
    one.is === 'wallet' ? [one.wallet] : one.is === 'wallets' ? one.wallets : [],
  )
  const wallets = [...new Map(members.map((one) => [one.id, one])).values()]
  const label = places.map((one) =>
    one.is === 'wallet' ? one.wallet.name : one.is === 'wallets' ? one.label : one.address,
  )
  return { wallets, label: label.join(', ') }
}

/** The source of the transfer, or the question to ask. */
function resolveSource(
  read: TransferRead,
  { chosen }: Message,
  wallets: readonly Member[],
): (Side & { note: string }) | string {
  if (findOutside(read.from)) return questions.notYours
  if (read.from.length > 0) {
    const side = toSide(read.from)
    return side.wallets.length === 0 ? questions.empty(side.label) : { ...side, note: '' }
  }
  if (read.verb === 'gather') return questions.from
  const [only, ...others] = chosen
  const wallet = only && others.length === 0 && wallets.find((one) => one.id === only.id)
  if (!wallet) return questions.fromOne
  const note = ` You named no source, so it is ${wallet.name}, the wallet of this agent.`
  return { wallets: [wallet], label: wallet.name, note }
}

const sumText = ({ token, amount }: TransferRead) =>
  amount === 'all' || amount === undefined
    ? `All ${token.symbol}`
    : `${groupThousands(amount.exactly)} ${token.symbol}`
const getMint = ({ mint }: Moved) => (mint === SOL_MINT ? null : mint)
const getAmount = ({ amount }: TransferRead) =>
  amount === undefined || amount === 'all' ? null : amount.exactly

function toOutside(read: TransferRead, source: Side & { note: string }): Answer {
  const outside = findOutside(read.to)
  const [wallet] = source.wallets
  if (!outside || !wallet || read.to.length > 1 || source.wallets.length > 1)
    return answered(questions.oneOutside)
  if (read.amount === undefined) return answered(questions.amount(read.token.symbol))
  const transfer: ProposedTransfer = {
    kind: 'send',
    mint: getMint(read.token),
    source: wallet.id,
    to: outside.address,
    amount: getAmount(read),
  }
  const explanation = `${sumText(read)} from ${wallet.name} to ${outside.address}, which is not one of your wallets.${source.note} ${CONFIRM}`
  return { explanation, transfer }
}

async function within(
  parts: ProposalParts,
  userId: number,
  read: TransferRead,
  source: Side & { note: string },
): Promise<Answer> {
  if (read.to.length === 0) return answered(questions.to)
  const named = toSide(read.to)
  const [from, ...moreSources] = source.wallets
  const [to, ...moreTargets] = named.wallets
  if (!from) return answered(questions.empty(source.label))
  if (!to) return answered(questions.empty(named.label))
  if (moreSources.length > 0 && moreTargets.length > 0) return answered(questions.oneSide)
  const single = moreSources.length === 0 && moreTargets.length === 0
  if (single && from.id === to.id) return answered(questions.sameWallet(from.name))
  const { token } = read
  const all = read.amount === 'all' || (read.amount === undefined && read.verb === 'gather')
  if (moreSources.length > 0 || (single && all)) return gathered(read, all, source, to)
  if (read.amount === undefined) return answered(questions.amount(token.symbol))

  const others = named.wallets.filter((one) => one.id !== from.id)
  if (others.length > TRANSFERS_PER_OPERATION) return answered(questions.tooMany(TRANSFERS_PER_OPERATION))
  const several = others.length > 1
  if (several && read.verb !== 'distribute' && read.split === undefined && !all)
    return answered(questions.eachOrTotal(sumText(read), others.length))
  if (all && token.mint === SOL_MINT) return answered(questions.howMuchOfSol)
  const amount = all ? await readBalance(parts, userId, from, token) : getAmount(read)
  if (amount === null) return answered(questions.none(from.name, token.symbol))
  const split = several ? (read.split ?? 'equal') : 'equal'
  const transfer: ProposedTransfer = {
    kind: 'distribute',
    mint: getMint(token),
    source: from.id,
    destinations: others.map((one) => one.id),
    split,
    amount,
  }
  const count = others.length.toLocaleString('en')
  const where = several ? `${named.label} (${count} wallets)` : (others[0]?.name ?? '')
  const how = several ? `, ${shareText(split, amount, others.length, token)}` : ''
  const left = others.length < named.wallets.length ? ` ${from.name} itself is left out.` : ''
  const sum = `${groupThousands(amount)} ${token.symbol}`
  return {
    explanation: `${sum} from ${from.name} to ${where}${how}.${left}${source.note} ${CONFIRM}`,
    transfer,
  }
}

function gathered(read: TransferRead, all: boolean, source: Side, to: Member): Answer {
  const sources = source.wallets.filter((one) => one.id !== to.id)
  if (sources.length > TRANSFERS_PER_OPERATION) return answered(questions.tooMany(TRANSFERS_PER_OPERATION))
  if (!all && read.split !== 'each' && sources.length > 1) return answered(questions.fromEach(sumText(read)))
  const transfer: ProposedTransfer = {
    kind: 'gather',
    mint: getMint(read.token),
    sources: sources.map((one) => one.id),
    destination: to.id,
    amount: all ? null : getAmount(read),
  }
  const several = sources.length > 1
  const where = several ? `${source.label} (${sources.length.toLocaleString('en')} wallets)` : source.label
  const what = all ? `All available ${read.token.symbol}` : `${sumText(read)}${several ? ' each' : ''}`
  const left = sources.length < source.wallets.length ? ` ${to.name} itself is left out.` : ''
  return { explanation: `${what} from ${where} to ${to.name}.${left} ${CONFIRM}`, transfer }
}

/** Decimal text; null where there is none. */
async function readBalance({ balances }: ProposalParts, userId: number, wallet: Member, token: Moved) {
  const { tokens } = await balances.units(userId, wallet.address)
  const held = tokens.find((one) => one.mint === token.mint)
  return held && held.amount > 0n ? formatUnits(held.amount, held.decimals) : null
}

function shareText(split: 'equal' | 'random' | 'each', amount: string, count: number, token: Moved): string {
  const { symbol, decimals } = token
  if (split === 'random') return 'in random parts'
  if (split === 'each') return `${groupThousands(amount)} ${symbol} each`
  if (decimals === undefined) return 'in equal parts'
  const share = parseUnitsDown(amount, decimals) / BigInt(count)
  return `about ${groupThousands(formatUnits(share, decimals))} ${symbol} each`
}
