/** What the grammar finds in a text, clause by clause, before anything is concluded from it. */
import type { TokenType } from 'chevrotain'
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

export type Price = { value: string; usd: boolean; bad?: string; negative?: boolean }

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
  | { is: 'move' }
  | { is: 'change' }
  | { is: 'lead' }
  | { is: 'break' }
  | { is: 'unsupported'; label: Label }
  | { is: 'unknown'; ticker: boolean }
)
