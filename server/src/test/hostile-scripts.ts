/** The lies told to the desk in tests, each by its name, and seeded mixtures of them. */
import type { Rule, Script } from './hostile-script.ts'

const send = 'sendTransaction'
const statuses = 'getSignatureStatuses'
const lists = [statuses, 'getMultipleAccounts', 'getSignaturesForAddress']
const all = '*'
export const NOT_FOUND = 'Transaction simulation failed: Blockhash not found'
export const blockhashNotFound = {
  kind: 'refuse',
  code: -32002,
  message: NOT_FOUND,
  data: { err: 'BlockhashNotFound', logs: [], accounts: null, unitsConsumed: 0, returnData: null },
} as const
const refuse = (code: number, message: string): Rule => ({
  on: send,
  kind: 'refuse',
  code,
  message,
  forward: true,
})
/** Sends are delayed this long, and are accepted meanwhile. */
const held: Rule = { on: send, kind: 'hold', ms: 2_500 }

const rules = {
  'passed on, then blockhash not found': [{ on: send, ...blockhashNotFound, forward: true }],
  'blockhash not found, and passed on later': [{ on: send, ...blockhashNotFound, forward: 2_500 }],
  'blockhash not found, and not passed on': [{ on: send, ...blockhashNotFound }],
  'passed on, then signature verification failure': [
    refuse(-32003, 'Transaction signature verification failure'),
  ],
  'passed on, then invalid params': [refuse(-32602, 'invalid transaction')],
  'passed on, then invalid request': [refuse(-32600, 'Invalid request')],
  'passed on, then node is behind': [refuse(-32005, 'Node is behind by 120 slots')],
  'passed on, then insufficient funds': [
    {
      on: send,
      ...blockhashNotFound,
      message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
      data: { err: { InstructionError: [0, { Custom: 1 }] }, logs: [] },
      forward: true,
    },
  ],
  'answers to sends lost': [{ on: send, kind: 'lose', forward: true }],
  'sends that hang': [{ on: send, kind: 'lose', how: 'hang', forward: true, times: 2 }],
  'sends dropped': [{ on: send, kind: 'lose' }],
  'sends accepted and thrown away': [{ on: send, kind: 'swallow' }],
  'sends held back': [held],
  'sends doubled': [{ on: send, kind: 'twice' }],
  'no signature known': [{ on: statuses, kind: 'nulls' }],
  'short lists': [{ on: lists, kind: 'short', by: 1 }],
  'long lists': [{ on: lists, kind: 'long', by: 1 }],
  'stale answers': [{ on: [...lists, 'getLatestBlockhash', 'getEpochInfo'], kind: 'stale' }],
  'a fork where nothing lands': [{ on: all, kind: 'fork', lands: 'never' }],
  'a fork that is confirmed': [{ on: all, kind: 'fork', lands: 'confirmed' }],
  'a fork that passes sends on': [{ on: all, kind: 'fork', lands: 'processed', forward: true }],
  'a node 40 slots behind': [{ on: all, kind: 'lag', slots: 40 }],
  'a node 400 slots ahead': [{ on: all, kind: 'jump', slots: 400 }],
  'a node 400 slots ahead, sends held back': [{ on: all, kind: 'jump', slots: 400 }, held],
  'heights 400 ahead, sends held back': [{ on: all, kind: 'jump', slots: 400, only: 'heights' }, held],
  'ahead, and every signature unknown': [
    { on: all, kind: 'jump', slots: 400 },
    { on: statuses, kind: 'nulls' },
  ],
  'ahead, and empty lists': [
    { on: all, kind: 'jump', slots: 400 },
    { on: statuses, kind: 'short', by: 256 },
  ],
  'a node that has forgotten': [{ on: all, kind: 'forget', how: 'openly' }],
  'a node that has forgotten and hides it': [{ on: all, kind: 'forget', how: 'secretly' }],
  'a node without history': [{ on: all, kind: 'forget', how: 'refuses' }],
  'ahead and without history': [
    { on: all, kind: 'jump', slots: 400 },
    { on: all, kind: 'forget', how: 'secretly' },
  ],
  'too many requests': [{ on: all, kind: 'http', status: 429, retryAfter: 1, probability: 0.4 }],
  'too many requests, and a time that is past': [
    {
      on: all,
      kind: 'http',
      status: 429,
      retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT',
      probability: 0.4,
      forward: true,
    },
  ],
  'sent elsewhere': [{ on: all, kind: 'http', status: 302, probability: 0.4, forward: true }],
  'words of a gateway': [{ on: all, kind: 'garbage', as: 'words', probability: 0.4, forward: true }],
  'behind now and then': [
    {
      on: all,
      kind: 'refuse',
      code: -32005,
      message: 'Node is behind by 120 slots',
      data: { numSlotsBehind: 120 },
      probability: 0.3,
      forward: true,
    },
  ],
  'slots not reached now and then': [
    {
      on: all,
      kind: 'refuse',
      code: -32016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: 1 },
      probability: 0.4,
      forward: true,
    },
  ],
  'no history now and then': [
    {
      on: [statuses, 'getTransaction', 'getSignaturesForAddress'],
      kind: 'refuse',
      code: -32011,
      message: 'Transaction history is not available from this node',
      probability: 0.5,
    },
  ],
  'slots of a far future': [{ on: all, kind: 'jump', slots: 1_000_000_000 }],
  'nothing answers': [{ on: all, kind: 'lose' }],
  'bad gateway': [{ on: all, kind: 'http', status: 502, probability: 0.3, forward: true }],
  'failures without a fee, in no block': [{ on: all, kind: 'zero-fee', recorded: false }],
  'failures without a fee, in a block': [{ on: all, kind: 'zero-fee', recorded: true }],
  'pages in place of answers': [{ on: all, kind: 'garbage', as: 'html', probability: 0.3, forward: true }],
  'answers cut off': [{ on: all, kind: 'garbage', as: 'partial', probability: 0.3, forward: true }],
  'wrong ids': [{ on: all, kind: 'wrong-id', probability: 0.3 }],
  'answers of other calls': [{ on: [statuses, 'getMultipleAccounts', send], kind: 'crossed' }],
  'answers in reverse': [{ on: [statuses, 'getMultipleAccounts', send], kind: 'reversed', calls: 3 }],
  'another genesis': [{ on: all, kind: 'genesis', hash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }],
  'blockhashes that are said to end early': [
    { on: 'getLatestBlockhash', kind: 'short-lived', blocks: 140 },
    held,
  ],
} satisfies Record<string, Rule[]>

export type ScriptName = keyof typeof rules
export const scriptNames = Object.keys(rules) as ScriptName[]
export const createScript = (name: ScriptName): Script => ({ name, rules: rules[name] })

/** The same lies, which end after this long. */
export const lasting = ({ name, rules: some }: Script, forMs: number): Script => ({
  name: `${name}, for ${forMs} ms`,
  rules: some.map((rule) => ({ ...rule, forMs: Math.min(rule.forMs ?? forMs, forMs) })),
})

/** Several lies at once, each now and then, as from different nodes behind one gateway. */
export function createMixture(random: () => number): Script {
  const names = scriptNames.toSorted(() => random() - 0.5).slice(0, 2 + Math.floor(random() * 3))
  return {
    name: names.join(' + '),
    rules: names.flatMap((name) =>
      createScript(name).rules.map((rule) => ({
        ...rule,
        probability: (rule.probability ?? 1) * (0.2 + random() * 0.6),
      })),
    ),
  }
}
