/** Agents: chat, interpretation of instructions, control of their strategies, the terminal. */
import * as z from 'zod/mini'
import { Code } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import {
  INSTRUCTION_MAX,
  LOG_MESSAGE_MAX,
  PLAN_EDITS_MAX,
  TERMINAL_LOG_LIMIT,
  WALLETS_PER_STRATEGY,
} from '../limits.ts'
import { LineKind } from '../strategies/lines.ts'
import { AnswerCard, ChatAction, Suggestion, UnderstoodAs } from './conversation.ts'
import { Trouble } from './parse-failures.ts'
import { Plan } from '../strategies/plan.ts'
import { Preview } from '../strategies/preview.ts'
import { ProposedTransfer } from './proposed-transfer.ts'
import {
  requireChanges,
  AskedBack,
  refineChanges,
  refineInstruction,
  PlanChange,
  PlanEdit,
  ReadingPart,
} from './reading.ts'
import { ShownTerms } from './shown-plans.ts'
import { Strategy } from '../strategies/strategies.ts'
import { Address, Done, Id, Name, Nothing, Time } from '../values.ts'

export { addChat, ChatMessage, ChatRole, listChat } from './chat.ts'

/** The state of a running agent. */
export const AgentState = z.enum(['running', 'paused', 'stopping', 'stopped'])
export type AgentState = z.infer<typeof AgentState>

const StrategyRef = z.object({ id: z.string(), status: z.string() })

export const Agent = z.object({
  id: Id,
  name: z.string(),
  /** Fixed at creation; names the agent's log and chat channels. */
  external_id: z.string(),
  active: z.boolean(),
  status: AgentState,
  /** The live strategy, or else the newest one; empty before the first start. */
  strategies: z.array(StrategyRef),
  created_at: Time,
})
export type Agent = z.infer<typeof Agent>

/** Contains the live strategy and the newest AGENT_STRATEGIES, newest first; /strategies lists all of them in pages. */
export const AgentDetail = z.extend(Agent, { strategies: z.array(Strategy) })
export type AgentDetail = z.infer<typeof AgentDetail>

export const AgentStatus = z.object({
  agent_id: Id,
  active: z.boolean(),
  status: AgentState,
  strategy_id: z.nullable(z.string()),
  /** The external id of the agent's channels. */
  external_id: z.string(),
})
export type AgentStatus = z.infer<typeof AgentStatus>

export const TerminalLog = z.object({
  id: z.int(),
  agent_id: Id,
  strategy_id: z.nullable(z.string()),
  external_id: z.nullable(z.string()),
  kind: LineKind,
  /** The figures of the line, by its kind. */
  data: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  message: z.string(),
  timestamp: Time,
})
export type TerminalLog = z.infer<typeof TerminalLog>

export const listAgents = endpoint({
  method: 'GET',
  path: '/agents',
  summary: 'The agents of the user, oldest first',
  access: 'session',
  answer: z.array(Agent),
})

export const createAgent = endpoint({
  method: 'POST',
  path: '/agents',
  summary: "Create an agent; without a name it becomes 'Agent N' with the smallest free N",
  access: 'session',
  status: 201,
  body: z.optional(z.strictObject({ name: z.optional(Name) })),
  answer: Agent,
})

export const getAgent = endpoint({
  method: 'GET',
  path: '/agents/:id',
  summary: 'One agent with its strategies',
  access: 'session',
  answer: AgentDetail,
})

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: '/agents/:id/delete',
  summary: 'Stop the strategies of an agent and delete it',
  access: 'session',
  query: z.object({ external_id: z.optional(z.string()) }),
  answer: Done,
})

export const ParsedInstruction = z.object({
  success: z.boolean(),
  /** Present whenever the instruction was understood, feasible or not. */
  parsedPlan: z.nullable(Plan),
  plan_hash: z.nullable(z.string()),
  explanation: z.string(),
  feasible: z.boolean(),
  isQuestion: z.boolean(),
  isProcessing: z.boolean(),
  /** The fields that were filled by default, in words. */
  assumptions: z.array(z.string()),
  /** The instruction part by part; empty for a transfer or for edits. */
  reading: z.array(ReadingPart),
  /** Present if something is asked back: the sentence is the explanation. */
  question: z.nullable(AskedBack),
  /** Present when the plan is the one shown before with these changes. */
  changes: z.optional(z.array(PlanChange)),
  /** The backtest of a feasible plan; null if the market has no history. */
  preview: z.optional(z.nullable(Preview)),
  /** Present with a plan that is kept, so absent if a newer instruction arrived meanwhile. */
  shown: z.optional(ShownTerms),
  /** The branch of the conversation; absent for edits of a plan. */
  understood_as: z.optional(UnderstoodAs),
  /** Buttons that act. */
  actions: z.optional(z.array(ChatAction)),
  /** The choices of a question, examples, or the nearest plan to what cannot be done. */
  suggestions: z.optional(z.array(Suggestion)),
  /** The answer to a question about one's own trading. */
  answer: z.optional(AnswerCard),
  /** Present when a transfer was understood: it is no plan. */
  transfer: z.optional(ProposedTransfer),
  ...Trouble.shape,
})
export type ParsedInstruction = z.infer<typeof ParsedInstruction>

const WalletAddresses = z
  .array(Address)
  .check(z.maxLength(WALLETS_PER_STRATEGY, `must have at most ${WALLETS_PER_STRATEGY} wallets`))

export const parseInstruction = endpoint({
  method: 'POST',
  path: '/agents/:id/parse',
  summary: 'Turn an instruction, or changes to the last plan shown, into a plan, a question or an answer',
  access: 'session',
  body: z
    .strictObject({
      instruction: z.optional(
        // Kept exactly as sent: the offsets of the reading refer to it.
        z.string().check(z.regex(/\S/, 'must not be empty'), z.maxLength(INSTRUCTION_MAX)),
      ),
      /**
       * Edits of the plan shown last, in place of an instruction. An empty list with `plan_hash` checks the same plan
       * again.
       */
      changes: z.optional(z.array(PlanEdit).check(z.maxLength(PLAN_EDITS_MAX))),
      /** Names the plan that `changes` are for. If another plan was shown since, nothing is changed. */
      plan_hash: z.optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(100))),
      token_address: z.optional(z.nullable(z.union([Address, z.literal('')]))),
      wallet_addresses: z.optional(WalletAddresses),
      group_id: z.optional(z.nullable(Id)),
    })
    .check(refineInstruction, refineChanges, requireChanges),
  answer: ParsedInstruction,
})

/** The draft that the user confirms: the plan as shown, with its wallets. */
export const StrategyDraft = z.strictObject({
  parsedStrategy: Plan,
  tokenAddress: z.optional(z.nullable(z.union([Address, z.literal('')]))),
  walletAddresses: z.optional(WalletAddresses),
  groupId: z.optional(z.nullable(Id)),
})
export type StrategyDraft = z.infer<typeof StrategyDraft>
/**
 * `from`, for a strategy that has filled orders: go on with the next order, or begin with the first. Without progress
 * it is ignored.
 */
const Restart = z.strictObject({
  external_id: z.string().check(z.minLength(1)),
  from: z.optional(z.enum(['next', 'first'])),
})
export type Restart = z.infer<typeof Restart>

/** Needed if funds are real and the plan allows more than 3 % slippage: mailed for 'slippage'. */
const SlippageCode = z.optional(Code)

export const startStrategy = endpoint({
  method: 'POST',
  path: '/agents/:id/start',
  summary: 'Start the last plan shown, or an ended strategy by its id: `from` the next order or the first',
  access: 'session',
  body: z.union([
    z.strictObject({ strategy: z.union([StrategyDraft, Restart]), code: SlippageCode }),
    z.extend(Restart, { code: SlippageCode }),
  ]),
  answer: z.object({
    success: z.literal(true),
    strategyId: z.string(),
    external_id: z.string(),
    message: z.string(),
  }),
})

const control = (verb: 'stop' | 'pause' | 'resume', summary: string) =>
  endpoint({
    method: 'POST',
    path: `/agents/:id/${verb}`,
    summary,
    access: 'session',
    body: z.optional(z.strictObject({ strategyId: z.optional(z.nullable(z.string())) })),
    answer: z.object({ success: z.literal(true), status: AgentState, message: z.string() }),
  })

export const stopStrategy = control(
  'stop',
  'Stop the strategy; answers once no order is in flight, or says stopping',
)
export const pauseStrategy = control('pause', 'Pause the strategy; nothing new starts from now')
export const resumeStrategy = control('resume', 'Resume a paused strategy')

export const getAgentStatus = endpoint({
  method: 'GET',
  path: '/agents/:id/status',
  summary: 'Whether the agent trades',
  access: 'session',
  answer: AgentStatus,
})

export const listAgentStatus = endpoint({
  method: 'GET',
  path: '/agents/status/all',
  summary: 'The state of every agent by its id',
  access: 'session',
  answer: z.record(z.string(), AgentStatus),
})

export const listStrategies = endpoint({
  method: 'GET',
  path: '/agents/:id/strategies',
  summary: 'The live strategy of an agent and its newest 50, newest first; all are in pages at /strategies',
  access: 'session',
  answer: z.array(Strategy),
})

export const listStrategyLogs = endpoint({
  method: 'GET',
  path: '/agents/:id/strategies/:strategyId/logs',
  summary: 'Log lines of one strategy, oldest first',
  access: 'session',
  answer: z.array(TerminalLog),
})

export const listTerminalLogs = endpoint({
  method: 'GET',
  path: '/agents/:id/terminal-logs',
  summary: 'The newest log lines of the agent, oldest of them first',
  access: 'session',
  query: z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), TERMINAL_LOG_LIMIT),
  }),
  answer: z.array(TerminalLog),
})

export const addTerminalLog = endpoint({
  method: 'POST',
  path: '/agents/:id/terminal-logs',
  summary: 'Add a line to the terminal',
  access: 'session',
  status: 201,
  body: z.strictObject({
    message: z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(LOG_MESSAGE_MAX)),
    strategy_id: z.optional(z.nullable(z.string())),
    external_id: z.optional(z.nullable(z.string())),
  }),
  answer: TerminalLog,
})

export const clearTerminalLogs = endpoint({
  method: 'DELETE',
  path: '/agents/:id/terminal-logs',
  summary: 'Clear the terminal of the agent',
  access: 'session',
  body: z.optional(Nothing),
  answer: Done,
})
