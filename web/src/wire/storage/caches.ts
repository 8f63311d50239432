/** The caches of what most pages show, under the storage keys of the contract. */
import { Agent, AgentDetail, ChatRole, TerminalLog } from '@purser/contract/agents/agents.ts'
import { WalletBalance } from '@purser/contract/balances/balances.ts'
import { CHAT_CACHE, TERMINAL_LOG_LIMIT } from '@purser/contract/limits.ts'
import { Plan } from '@purser/contract/strategies/plan.ts'
import { sessionKeys, storageKeys } from '@purser/contract/storage.ts'
import { ListedStrategy } from '@purser/contract/strategies/strategies.ts'
import { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'
import * as z from 'zod/mini'
import { cache } from './cache.ts'
import { redactKeys } from './redact.ts'
import {
  onOtherTab,
  read,
  readHere,
  readText,
  remove,
  removeHere,
  removeOthers,
  write,
  writeHere,
  writeText,
} from './storage.ts'

export const CachedMessage = z.object({ role: ChatRole, content: z.string(), timestamp: z.string() })
export type CachedMessage = z.infer<typeof CachedMessage>
const QueuedMessage = z.object({
  key: z.string(),
  role: ChatRole,
  content: z.string(),
  timestamp: z.string(),
  /** The plan that it shows. */
  planId: z.optional(z.int()),
  /** The question that it asks. */
  questionId: z.optional(z.int()),
})
export type QueuedMessage = z.infer<typeof QueuedMessage>

const AgentStatusRecord = z.object({
  active: z.boolean(),
  externalId: z.nullable(z.string()),
  strategyId: z.nullable(z.string()),
  isPaused: z.boolean(),
})
export type AgentStatusRecord = z.infer<typeof AgentStatusRecord>

const Draft = z.object({
  parsedStrategy: z.nullable(Plan),
  tokenAddress: z.string(),
  walletAddresses: z.array(z.string()),
  groupId: z.nullable(z.int()),
})
export type Draft = z.infer<typeof Draft>

export const agentsCache = cache(storageKeys.agents, z.array(Agent))
export const agentCache = (agentId: number) => cache(storageKeys.agent(agentId), AgentDetail)
/** The newest page of all strategies. */
export const strategiesCache = cache(storageKeys.strategies, z.array(ListedStrategy))
/** Browser storage is small: more wallets than this would leave no room for the other caches. */
const WALLETS_CACHED = 1_000
const wallets = cache(
  storageKeys.wallets,
  z.object({ wallets: z.array(Wallet), groups: z.array(WalletGroup) }),
)
export const walletsCache: typeof wallets = {
  ...wallets,
  write: (known, at) => {
    wallets.write({ ...known, wallets: known.wallets.slice(0, WALLETS_CACHED) }, at)
    // Nothing of deleted wallets stays.
    const kept = new Set(known.wallets.map(({ address }) => storageKeys.walletBalance(address)))
    removeOthers(storageKeys.walletBalance(''), kept)
  },
}
export const balanceCache = (address: string) => cache(storageKeys.walletBalance(address), WalletBalance)

const logs = (key: string) => {
  const inner = cache(key, z.array(TerminalLog))
  return { ...inner, write: (lines: TerminalLog[]) => inner.write(lines.slice(-TERMINAL_LOG_LIMIT)) }
}
export const terminalCache = (agentId: number) => logs(storageKeys.terminalLogs(agentId))
export const strategyLogsCache = (strategyId: string) => logs(storageKeys.strategyLogs(strategyId))

/** The last 50 messages; private keys are redacted. */
export const chatCache = (agentId: number) => {
  const inner = cache(storageKeys.chat(agentId), z.array(CachedMessage))
  const clean = (message: CachedMessage) => ({ ...message, content: redactKeys(message.content) })
  return {
    ...inner,
    write: (all: CachedMessage[], at?: number) => inner.write(all.slice(-CHAT_CACHE).map(clean), at),
  }
}

/** Messages of all tabs that are not saved on the server yet, in order, each with its idempotency key. */
export const chatQueue = {
  read: (agentId: number): QueuedMessage[] =>
    read(storageKeys.chatQueue(agentId), z.array(QueuedMessage)) ?? [],
  add: (agentId: number, message: QueuedMessage) =>
    void write(storageKeys.chatQueue(agentId), [...chatQueue.read(agentId), message].slice(-CHAT_CACHE)),
  drop: (agentId: number, key: string) => {
    const rest = chatQueue.read(agentId).filter((message) => message.key !== key)
    if (rest.length === 0) remove(storageKeys.chatQueue(agentId))
    else write(storageKeys.chatQueue(agentId), rest)
  },
  /** Another tab has added a message, or has saved one. */
  onOtherTab: (agentId: number, changed: () => void) => onOtherTab(storageKeys.chatQueue(agentId), changed),
}

export const agentStatus = {
  read: (agentId: number) => read(storageKeys.agentStatus(agentId), AgentStatusRecord),
  write: (agentId: number, record: AgentStatusRecord) => {
    write(storageKeys.agentStatus(agentId), record)
    if (record.active && record.strategyId !== null)
      write(storageKeys.activeStrategy(agentId), record.strategyId)
    else remove(storageKeys.activeStrategy(agentId))
  },
}

export const draftCache = {
  read: (agentId: number) => read(storageKeys.strategyDraft(agentId), Draft),
  write: (agentId: number, draft: Draft) => void write(storageKeys.strategyDraft(agentId), draft),
}

const draftHere = (agentId: number) => readHere(sessionKeys.messageDraft(agentId), z.string())
/**
 * Typed text that is not sent; private keys are redacted. Each tab has its own, and a new one begins with the latest of
 * all: sending in one tab leaves the text of another.
 */
export const messageDraft = {
  read: (agentId: number) => draftHere(agentId) ?? read(storageKeys.messageDraft(agentId), z.string()) ?? '',
  write: (agentId: number, text: string) => {
    const key = storageKeys.messageDraft(agentId)
    const isMine = messageDraft.read(agentId) === (read(key, z.string()) ?? '')
    const clean = redactKeys(text)
    writeHere(sessionKeys.messageDraft(agentId), clean)
    if (clean !== '') write(key, clean)
    else if (isMine) remove(key)
  },
}

const TradesWith = z.object({ address: z.optional(z.string()), groupId: z.nullable(z.int()) })
/** The user's choice for an agent to trade with, in this tab. */
export const tradesWith = {
  read: (agentId: number) => readHere(sessionKeys.tradesWith(agentId), TradesWith),
  write: (agentId: number, choice: z.infer<typeof TradesWith>) =>
    writeHere(sessionKeys.tradesWith(agentId), choice),
}

const Layout = z.object({
  /** The list of agents is folded. */
  folded: z.boolean(),
  /** Height of the chart in percent; the rest is the strip of tabs. */
  chart: z.number().check(z.minimum(10), z.maximum(90)),
})
export type DeskLayout = z.infer<typeof Layout>
const AS_DELIVERED: DeskLayout = { folded: false, chart: 64 }
export const deskLayout = {
  read: (): DeskLayout => read(storageKeys.deskLayout, Layout) ?? AS_DELIVERED,
  write: (layout: DeskLayout) => void write(storageKeys.deskLayout, layout),
}

export const connectedWallet = {
  read: () => readText(storageKeys.connectedWallet) ?? undefined,
  write: (address: string) => void writeText(storageKeys.connectedWallet, address),
  clear: () => remove(storageKeys.connectedWallet),
}

/** Removes everything stored about a deleted agent. */
export function removeAgent(agentId: number): void {
  for (const key of [
    'agent',
    'agentStatus',
    'activeStrategy',
    'chat',
    'chatQueue',
    'strategyDraft',
    'terminalLogs',
    'messageDraft',
  ] as const)
    remove(storageKeys[key](agentId))
  removeHere(sessionKeys.chatCards(agentId))
  removeHere(sessionKeys.messageDraft(agentId))
}
