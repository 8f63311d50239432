import { invalidParams } from './errors.ts'
import { stringify } from './json.ts'

const KINDS = ['drop', 'delay', 'loseAnswer', 'duplicate', 'fail429', 'fail500', 'garbage'] as const
export type FaultKind = (typeof KINDS)[number]

/** A fault to inject, in one method or with '*' in all. */
export interface FaultRule {
  method: string
  kind: FaultKind
  /** From 0 to 1. */
  probability: number
  /** For 'delay'. */
  delayMs: number
  /** How often it is still injected. */
  times: number
  /** Only in calls whose parameters contain this text, such as an address. */
  about: string
}

export function readRules(value: unknown): FaultRule[] {
  if (!Array.isArray(value)) throw invalidParams('Invalid params: faults: expected a sequence')
  return value.map((raw: Record<string, unknown>) => {
    const { method, kind, probability = 1, delayMs = 0, times = Infinity, about = '' } = raw
    const ok =
      typeof method === 'string' &&
      KINDS.includes(kind as FaultKind) &&
      typeof probability === 'number' &&
      probability >= 0 &&
      probability <= 1 &&
      typeof delayMs === 'number' &&
      typeof times === 'number' &&
      typeof about === 'string'
    if (!ok) throw invalidParams(`Invalid params: no such fault: ${JSON.stringify(raw)}`)
    return { method, kind: kind as FaultKind, probability, delayMs, times, about }
  })
}

/** Fault injection by a seeded random sequence. The `localnet_` calls are exempt. */
export class Faults {
  private rules: FaultRule[] = []
  private state = 1

  set(rules: FaultRule[], seed = 1): void {
    this.rules = rules
    this.state = seed >>> 0
  }

  strike(method: string, params: unknown): FaultRule | undefined {
    if (method.startsWith('localnet_')) return undefined
    for (const rule of this.rules) {
      if ((rule.method !== '*' && rule.method !== method) || rule.times <= 0) continue
      if (rule.about !== '' && !stringify(params ?? null).includes(rule.about)) continue
      if (this.random() >= rule.probability) continue
      rule.times--
      return rule
    }
    return undefined
  }

  /** Mulberry32. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
