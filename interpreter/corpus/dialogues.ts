/**
 * Conversations, turn by turn: what a message is taken for, which plan is shown after it, what is asked and offered. Run:
 * node interpreter/corpus/dialogues.ts [FILE …] [--quiet] [--set N]
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { interpretText } from '../src/index.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Interpretation, InterpreterRequest, NamedToken, Pending, RunningAgent } from '../src/port.ts'
import { judge, SETTING, type Verdict } from './judge.ts'

type OneOrMore<T> = T | T[]
export type Turn = {
  say: string
  as: OneOrMore<string>
  /** The plan on screen, where this turn makes or changes it. */
  plan?: Record<string, unknown>
  /** This turn withdraws the plan on screen. */
  gone?: true
  /** The codes of the question that is open after it. */
  asks?: OneOrMore<string>
  does?: string[]
  about?: OneOrMore<string>
  suggests?: true
  says?: string[]
}
type Status = 'running' | 'paused' | 'stopped'
/** The agents, the symbol of the settings' token, and further symbols that the market knows. */
export type Scene = {
  agents?: { name: string; status: Status; type?: string; token?: string }[]
  setting?: string
  tokens?: string[]
}
export type Dialogue = Scene & {
  id: string
  set: number
  /** Some of its turns are still missed, none dangerously. */
  open?: true
  turns: Turn[]
}
export type Judged = { verdict: Verdict; why: string; got: Interpretation }

const WALLETS = [1, 2, 3].map((id) => ({
  id,
  name: `Wallet ${id}`,
  address: `wallet ${id}`,
  groupIds: id > 1 ? [1] : [],
}))
const GROUPS = [{ id: 1, name: 'Snipers' }]
const list = <T>(value: OneOrMore<T> | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** An address for a symbol that only this dialogue knows. */
const inventedMint = (symbol: string): string => hash('sha256', symbol).replace(/[0l]/g, '1').slice(0, 43)
const findMint = (tokens: readonly NamedToken[], symbol: string): string =>
  tokens.find((one) => one.symbol === symbol)?.mint ?? symbol
const knownTokens = (symbols: string[]): NamedToken[] => [
  ...KNOWN_TOKENS,
  { symbol: 'SOL', name: 'Solana', mint: SOL_MINT, decimals: 9 },
  ...symbols
    .filter((symbol) => !KNOWN_TOKENS.some((one) => one.symbol === symbol))
    .map((symbol) => ({ symbol, mint: inventedMint(symbol), decimals: 6 })),
]

type State = { previousPlan: Plan | null; unsaid: readonly string[]; pending: Pending | null }
/** A message as it was interpreted, its meaning, and what the next one is told. */
export type Spoken = { request: InterpreterRequest; got: Interpretation; state: State }

/** Returns a function that says a message; each is told what the one before it came to. */
export function startConversation(
  { agents = [{ name: 'Agent 1', status: 'stopped' }], tokens: symbols = [], setting }: Scene,
  interpret: (request: InterpreterRequest) => Interpretation = interpretText,
): (say: string) => Spoken {
  const tokens = knownTokens(symbols)
  const tokenAddress = setting === undefined ? null : findMint(tokens, setting)
  const running: RunningAgent[] = agents.map(({ name, status, token }, i) => ({
    id: i + 1,
    name,
    status,
    ...(token === undefined ? {} : { symbol: token }),
  }))
  const base = { tokenAddress, tokens, agents: running, agentId: 1, wallets: WALLETS, groups: GROUPS }
  let state: State = { previousPlan: null, unsaid: [], pending: null }
  return (say) => {
    const before = state
    const request = { ...base, ...before, instruction: say }
    const got = interpret(request)
    state = {
      previousPlan:
        got.kind === 'plan'
          ? got.plan
          : got.kind === 'talk' && got.drops === 'plan'
            ? null
            : before.previousPlan,
      unsaid: got.kind === 'plan' ? (got.unsaid ?? []) : before.unsaid,
      pending: got.asked === undefined ? null : got.asked,
    }
    return { request, got, state }
  }
}

export function runDialogue(dialogue: Dialogue): Judged[] {
  const say = startConversation(dialogue)
  return dialogue.turns.map((turn) => {
    const { request, got, state } = say(turn.say)
    const context = { before: request, state, dialogue, tokens: request.tokens }
    return { ...judgeTurn(turn, got, context), got }
  })
}

type TurnContext = {
  before: { previousPlan: Plan | null }
  state: { previousPlan: Plan | null; pending: Pending | null }
  dialogue: Dialogue
  tokens: NamedToken[]
}

function judgeTurn(
  turn: Turn,
  got: Interpretation,
  { before, state, dialogue, tokens }: TurnContext,
): Omit<Judged, 'got'> {
  const missed = (why: string) => ({ verdict: 'missed' as const, why })
  const dangerous = (why: string) => ({ verdict: 'dangerous' as const, why })
  const isSameElsewhere =
    got.kind === 'wallets' && got.matter.startsWith('use') && before.previousPlan !== null
  if (turn.plan && !isSameElsewhere) {
    if (got.kind !== 'plan') return missed('no plan')
    const want = { ...turn.plan, token: findMint(tokens, String(turn.plan.token ?? dialogue.setting)) }
    const line = { say: turn.say, want, after: before.previousPlan ? ['before'] : [], setting: SETTING }
    if (judge(got, line) !== 'right') return dangerous('another plan')
  } else if (got.kind === 'plan' && JSON.stringify(got.plan) !== JSON.stringify(before.previousPlan))
    return dangerous('a plan where none was wanted')
  if (turn.gone && state.previousPlan !== null) return missed('the plan stays')
  if (!turn.gone && before.previousPlan && state.previousPlan === null) return missed('the plan is gone')
  const buttons = listButtons(got, state.previousPlan !== null)
  for (const one of turn.does ?? []) if (!buttons.includes(one)) return missed(`does not offer ${one}`)
  if (!turn.does?.length && buttons.some((one) => one !== 'execute' && one !== 'resume'))
    return missed(`offers ${buttons.join(', ')}`)
  if (!list(turn.as).includes(got.as ?? '')) return missed(`as ${got.as}`)
  const open = state.pending && !state.pending.isOffer ? state.pending.code : undefined
  const asks = list(turn.asks)
  if (asks.length === 0 && open !== undefined && !turn.suggests) return missed(`asks ${open}`)
  if (asks.length > 0 && (open === undefined || !asks.includes(open)))
    return missed(`asks ${open ?? 'nothing'}`)
  const about = list(turn.about)
  if (
    about.length > 0 &&
    !(got.kind === 'refused' && got.as === 'question') &&
    got.as !== 'help' &&
    (got.kind !== 'question' || !about.includes(got.topic.about === 'skipped' ? 'why' : got.topic.about))
  )
    return missed(`about ${got.kind === 'question' ? got.topic.about : got.kind}`)
  const { sentence = '', suggestions = [] } = got as { sentence?: string; suggestions?: unknown[] }
  if (turn.suggests && suggestions.length === 0 && !('choices' in got && got.choices?.length))
    return missed('suggests nothing')
  const text = got.kind === 'ask' ? got.question : sentence
  for (const word of turn.says ?? [])
    if (!text.toLowerCase().includes(word.toLowerCase())) return missed(`does not name ${word}`)
  return { verdict: 'right', why: '' }
}

/** The buttons of an answer. */
function listButtons(got: Interpretation, isShown: boolean): string[] {
  if (got.kind === 'control')
    return got.agents === 'all'
      ? [got.do === 'stop' ? 'stop_all' : got.do]
      : got.agents.length > 0
        ? [got.do]
        : []
  if (got.kind === 'talk') return got.act === 'agree' && isShown ? ['execute'] : []
  if (got.kind === 'wallets')
    return got.matter === 'create_group' || got.matter === 'generate' ? [got.matter] : []
  return got.kind === 'transfer' &&
    !('question' in got.read) &&
    (got.read.amount !== undefined || got.read.verb === 'gather')
    ? ['transfer']
    : []
}

export const readDialogues = (file: string | URL): Dialogue[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Dialogue)

function main(): void {
  const args = process.argv.slice(2)
  const quiet = args.includes('--quiet')
  const files = args.filter((one) => one.endsWith('.jsonl'))
  const only = args.includes('--set') ? Number(args[args.indexOf('--set') + 1]) : undefined
  const all = (files.length > 0 ? files : [new URL('./dialogues.jsonl', import.meta.url)])
    .flatMap(readDialogues)
    .filter(({ set }) => only === undefined || set === only)
  const turns = { right: 0, missed: 0, dangerous: 0 }
  let whole = 0
  for (const dialogue of all) {
    const judged = runDialogue(dialogue)
    for (const { verdict } of judged) turns[verdict]++
    if (judged.every(({ verdict }) => verdict === 'right')) whole++
    else if (!quiet) {
      console.log(`\n${dialogue.id}`)
      for (const [i, { verdict, why, got }] of judged.entries()) {
        const mark = verdict === 'right' ? ' ' : verdict === 'missed' ? '-' : '!'
        console.log(`${mark} ${dialogue.turns[i]?.say}${why ? `   << ${why}` : ''}`)
        if (verdict !== 'right') console.log(`      ${shortly(got)}`)
      }
    }
  }
  const of = turns.right + turns.missed + turns.dangerous
  const share = (n: number, m: number) => `${n} of ${m} (${((100 * n) / m).toFixed(1)} %)`
  console.log(
    `turns ${share(turns.right, of)}, ${turns.dangerous} DANGEROUS; dialogues ${share(whole, all.length)}`,
  )
}

export function shortly(got: Interpretation): string {
  if (got.kind === 'plan') {
    const { goal, relative, exits } = { ...got.plan, relative: got.relative, exits: got.exits }
    return `plan ${goal} ${JSON.stringify({ relative, exits })}`
  }
  if (got.kind === 'ask') return `asks ${got.code}: ${got.question}`
  if ('sentence' in got) return `${got.kind}: ${got.sentence}`
  const { asked: _, ...rest } = got as Interpretation & { reading?: unknown }
  return JSON.stringify({ ...rest, reading: undefined }).slice(0, 200)
}

if (import.meta.main) main()
