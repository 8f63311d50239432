/** What the grammar finds in a text, clause by clause, before anything is concluded from it. */
import type { TokenType } from 'chevrotain'
import type { Key } from './strategy-words.ts'
import type { Label } from './vocabulary.ts'

export type Asset =
  | { kind: 'SOL' }
  | { kind: 'USDC' }
  | { kind: 'token'; mint: string; symbol?: string }
  | { kind: 'it' }

export type Verb = 'buy' | 'sell' | 'exit' | 'convert' | 'trade' | 'put' | 'dca' | 'want'
export type AmountUnit = 'SOL' | 'USDC' | 'USD' | 'token' | 'percent' | 'none'

/** The words that lead a phrase: into, with, below … */
export type Leads = TokenType[]

export type Body =
  | {
      is: 'amount'
      value: string
      unit: AmountUnit
      negative: boolean
      asset?: Asset
      wallet?: boolean
      note?: string
    }
  | { is: 'asset'; asset: Asset }
  | { is: 'wallet' }
  /** A length of time. */
  | { is: 'time'; seconds: number; article: boolean; next: boolean; rough: boolean }
  | { is: 'rate'; seconds: number; rough?: boolean; unclear?: boolean }
  | { is: 'count'; n: string; negative: boolean; intent?: Verb; once?: boolean }
  | { is: 'bound'; low?: Price; high?: Price }
  | { is: 'slippage'; bps: string; negative: boolean }
  | { is: 'slippage-unit' }

/** `relative`: percent against today's price, '-10' is 10 % below; `value` is then of no use. */
export type Price = { value: string; usd: boolean; bad?: string; negative?: boolean; relative?: string }
export type Way = 'up' | 'down'

export type Fact = { from: number; to: number; leads: Leads } & (
  | Body
  | { is: 'verb'; verb: Verb; flavour?: 'dca' }
  | { is: 'endless' }
  | { is: 'per-order' }
  | { is: 'total' }
  | { is: 'stop' }
  | { is: 'not' }
  | { is: 'condition' }
  | { is: 'price' }
  | { is: 'move'; way?: Way | undefined }
  | { is: 'change'; factor?: string | undefined }
  | { is: 'key'; key: Key }
  | { is: 'slash' }
  | { is: 'dash' }
  | { is: 'lead' }
  | { is: 'break'; mark: string }
  | { is: 'unsupported'; label: Label }
  | { is: 'unknown'; ticker: boolean }
)
